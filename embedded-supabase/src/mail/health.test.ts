import { expect, test } from 'vitest'
import type { LogEntry } from '../options.ts'
import { watchMail } from './health.ts'

const temporary = (error: string) => ({ kind: 'temporary' as const, error })
const HOUR_MS = 3_600_000

function watched() {
  const logged: LogEntry[] = []
  let time = 0
  return {
    mail: watchMail(
      true,
      (entry) => logged.push(entry),
      () => time,
    ),
    pass: (ms: number) => {
      time += ms
    },
    logLines: () => logged.map(({ cause, message }) => cause ?? message),
  }
}

test('a cause is told when it begins, and that it is over', () => {
  const { mail, logLines } = watched()
  expect(mail.health()).toEqual({ state: 'not tried yet' })
  mail.failed(temporary('EAUTH Invalid login: 535 5.7.8 refused'))
  mail.failed(temporary('EAUTH Invalid login: 535 5.7.8 refused'))
  mail.failed({ kind: 'unreachable', error: 'ECONNREFUSED' })
  expect(mail.health()).toEqual({ state: 'mails fail', cause: 'ECONNREFUSED', since: new Date(0) })
  mail.worked()
  mail.worked()
  expect(logLines()).toEqual(['EAUTH Invalid login: 535 5.7.8 refused', 'ECONNREFUSED', 'mails leave again'])
  expect(mail.health()).toEqual({ state: 'mails leave' })
})

test('a server that takes some mails and not others is told of once an hour', () => {
  const { mail, logLines, pass } = watched()
  for (let i = 0; i < 10; i++) {
    mail.failed(temporary(`EENVELOPE 452 4.2.2 <student${i}@x.example>: full (A1B2C3D${i})`))
    mail.worked()
  }
  expect(logLines()).toEqual(['EENVELOPE 452 4.2.2 <[redacted]>: full (A1B2C3D0)', 'mails leave again'])
  pass(HOUR_MS)
  mail.failed(temporary('EENVELOPE 452 4.2.2 <dana@x.example>: full (F5E6A7B8)'))
  expect(logLines()).toHaveLength(3)
})

test('a mail that is refused for good says nothing of the others', () => {
  const { mail, logLines } = watched()
  mail.worked()
  mail.failed({ kind: 'permanent', error: 'EENVELOPE 550 no such user' })
  expect([logLines(), mail.health()]).toEqual([['EENVELOPE 550 no such user'], { state: 'mails leave' }])
})
