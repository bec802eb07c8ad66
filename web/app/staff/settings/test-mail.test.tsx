import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { TestMail } from './test-mail'
import { testMailText as text } from './test-mail.he'

const { invoke } = vi.hoisted(() => ({ invoke: vi.fn() }))
vi.mock('~/shared/client/functions-browser', () => ({ browserFunctions: () => ({ invoke }) }))

const report = {
  outcome: 'taken',
  recipient: 'dana@academy.example',
  lines: [
    { from: 'server', text: '220 mail.example ESMTP' },
    { from: 'client', text: 'AUTH PLAIN •••' },
  ],
  milliseconds: 1240,
}
const refusal = (status: number, code: string) => ({
  data: null,
  error: Object.assign(new Error('refused'), { context: Response.json({ code, message: 'x' }, { status }) }),
})
const press = async () => {
  screenAt('/', <TestMail />)
  await userEvent.click(screen.getByRole('button', { name: text.send }))
}

beforeEach(() => {
  invoke.mockReset().mockResolvedValue({ data: report, error: null })
})

describe('[2.12-10] a test mail', () => {
  it('says that the mail server took it, to whom, how long it was, and what was said', async () => {
    await press()
    expect(invoke).toHaveBeenCalledExactlyOnceWith('test-mail', { body: {} })
    expect(await screen.findByText(text.outcomes.taken)).toBeTruthy()
    expect(screen.getByText('dana@academy.example').getAttribute('dir')).toBe('ltr')
    expect(screen.getByText(/1\.2 שניות/)).toBeTruthy()
    const lines = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      `${text.server}220 mail.example ESMTP`,
      `${text.client}AUTH PLAIN •••`,
    ])
  })

  it.each(Object.keys(text.outcomes) as (keyof typeof text.outcomes)[])('words the outcome %s', async (outcome) => {
    invoke.mockResolvedValue({ data: { ...report, outcome, lines: [] }, error: null })
    await press()
    expect(await screen.findByText(text.outcomes[outcome])).toBeTruthy()
    expect(screen.getByText(text.noDialogue)).toBeTruthy()
  })

  it.each([
    ['the limit', refusal(429, 'TOO_MANY_REQUESTS'), text.limit],
    ['no connection', { data: null, error: new TypeError('Failed to fetch') }, text.failed],
  ])('says %s, and can be pressed again', async (_, answer, words) => {
    invoke.mockResolvedValue(answer)
    await press()
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(screen.getByRole('button', { name: text.send }).getAttribute('aria-disabled')).not.toBe('true')
  })
})
