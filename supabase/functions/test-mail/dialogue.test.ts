import { describe, expect, test } from 'vitest'
import { recordDialogue } from './dialogue.ts'

function hear(...said: [tnx: string, text: string][]) {
  const { lines, logger } = recordDialogue()
  for (const [tnx, text] of said) logger.debug({ tnx }, text)
  return lines.map(({ from, text }) => `${from}: ${text}`)
}

describe('the talk with a mail server', () => {
  test('is kept line by line, without what is no talk', () => {
    expect(
      hear(['network', 'Resolved 10.0.0.7'], ['server', '220 mail.example'], ['client', 'MAIL FROM:<a@b.example>']),
    ).toEqual(['server: 220 mail.example', 'client: MAIL FROM:<a@b.example>'])
    expect(hear(['server', '250-PIPELINING\r\n250 8BITMIME\r\n'])).toEqual([
      'server: 250-PIPELINING',
      'server: 250 8BITMIME',
    ])
  })

  test('hides the name of the machine and everything that is said while signing in', () => {
    expect(
      hear(
        ['client', 'EHLO db-internal-7.local'],
        ['server', '250-mail.example greets db-internal-7.local'],
        ['client', 'AUTH LOGIN dXNlcg=='],
        ['server', '334 VXNlcm5hbWU6'],
        ['client', 'dXNlckBleGFtcGxl'],
        ['server', '334 UGFzc3dvcmQ6'],
        ['client', 'c2VjcmV0'],
        ['server', '235 2.7.0 Accepted'],
        ['client', 'QUIT'],
      ),
    ).toEqual([
      'client: EHLO •••',
      'server: 250-mail.example greets •••',
      'client: AUTH LOGIN •••',
      'server: 334 •••',
      'client: •••',
      'server: 334 •••',
      'client: •••',
      'server: 235 2.7.0 Accepted',
      'client: QUIT',
    ])
  })

  test('ends after sixty lines of five hundred letters', () => {
    const lines = hear(...Array.from({ length: 100 }, (): [string, string] => ['server', 'x'.repeat(900)]))
    expect(lines).toHaveLength(60)
    expect(lines[0]).toHaveLength('server: '.length + 500)
  })
})
