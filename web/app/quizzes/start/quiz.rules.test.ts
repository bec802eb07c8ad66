import { expect, it } from 'vitest'
import { type MyAttempt, type MyAttempts, nextStep } from './quiz.rules'

const attempt = (changes: Partial<MyAttempt> = {}): MyAttempt => ({
  id: 'a1',
  beganAt: '2026-11-23T10:00:00Z',
  submittedAt: '2026-11-23T10:20:00Z',
  isOpen: false,
  percent: 60,
  passed: false,
  ...changes,
})
const mine = (attempts: MyAttempt[], nextAt: string | null = null): MyAttempts => ({
  attempts,
  nextAt,
  now: '2026-11-23T12:00:00Z',
})
const open = attempt({ id: 'a2', isOpen: true, submittedAt: null, percent: null, passed: null })

it.each([
  ['begins the first time', null, mine([]), { kind: 'begin', isAgain: false }],
  ['begins again', null, mine([attempt()]), { kind: 'begin', isAgain: true }],
  ['goes on with what is open', 1, mine([open, attempt()]), { kind: 'go-on', attemptId: 'a2' }],
  ['has used all attempts', 2, mine([attempt(), attempt()]), { kind: 'none' }],
  [
    'waits by the clock of the server',
    null,
    mine([attempt()], '2026-11-23T12:00:01Z'),
    { kind: 'wait', until: '2026-11-23T12:00:01Z' },
  ],
  ['has waited long enough', null, mine([attempt()], '2026-11-23T11:59:59Z'), { kind: 'begin', isAgain: true }],
])('a student %s', (_, attemptsAllowed, standing, way) => {
  expect(nextStep({ attemptsAllowed }, standing)).toEqual(way)
})
