import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldText } from '~/quizzes/question/fields.he'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { createMemoryStore } from '~/shared/storage/browser-store'
import { screenAt } from '~/shared/testing/screen-at'
import { createAnswerQueue } from './answer-queue'
import { attemptText as text } from './attempt.he'
import type { AskedQuestion, Attempt } from './attempt.rules'
import { AttemptScreen } from './attempt-screen'

const calls = vi.hoisted(() => ({ sendAnswers: vi.fn(), finishAttempt: vi.fn(), ATTEMPT_ENDED: 'QUIZ_ATTEMPT_ENDED' }))
vi.mock('./attempt.calls', () => calls)
const browser = vi.hoisted(() => ({ queue: null as unknown }))
vi.mock('./answer-queue', async (original) => ({
  ...(await original<typeof import('./answer-queue')>()),
  browserAnswerQueue: () => browser.queue,
}))

const asked = (position: number, changes: Partial<AskedQuestion> = {}): AskedQuestion => ({
  position,
  presented: { kind: 'true-false', text: `טענה ${position}`, topic: 'מס' },
  answer: null,
  confidence: null,
  flagged: false,
  sequence: 0,
  correct: null,
  review: null,
  ...changes,
})
let made = 0
const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  id: `attempt-${++made}`,
  quizId: 'q1',
  courseId: 'c1',
  courseTitle: 'קורס',
  title: 'ריבית ומס',
  purpose: 'test',
  state: 'open',
  endedBy: null,
  submittedAt: null,
  endsAt: null,
  passPercent: 70,
  percent: null,
  passed: null,
  mayReview: false,
  reviewRule: 'after-submit',
  questions: [asked(1, { answer: { claim: true }, sequence: 1 }), asked(2), asked(3)],
  ...changes,
})
const show = (one = attempt()) => {
  const path = '/courses/c1/quizzes/q1/attempts/a1'
  return { user: userEvent.setup(), ...screenAt(path, <AttemptScreen userId="dana" attempt={one} />) }
}
const map = () => within(screen.getByRole('navigation', { name: text.map }))

beforeEach(() => {
  setSession(danaSession())
  // Without an answer: what is acknowledged stands in the attempt, which does not change here.
  calls.sendAnswers.mockReset().mockReturnValue(new Promise(() => undefined))
  browser.queue = createAnswerQueue({
    store: Promise.resolve(createMemoryStore()),
    send: calls.sendAnswers,
    isOnline: () => true,
  })
  calls.finishAttempt.mockReset().mockResolvedValue(undefined)
  Element.prototype.scrollIntoView = () => undefined
})

describe('an open attempt', () => {
  it('begins at the first question without an answer, and stays there while it is answered', async () => {
    const { user } = show()
    expect(screen.getByText('שאלה 2 מתוך 3', { selector: 'p' })).toBeTruthy()
    await user.click(screen.getByText('לא נכון'))
    expect(screen.getByText('שאלה 2 מתוך 3', { selector: 'p' })).toBeTruthy()
    expect(map().getByRole('button', { name: /שאלה 2 מתוך 3, נענתה/ })).toBeTruthy()
  })

  it('says that it saves, and that it has saved', async () => {
    let done: (outcome: 'saved') => void = () => undefined
    calls.sendAnswers.mockImplementation(() => new Promise((resolve) => (done = resolve)))
    const { user } = show()
    await user.click(screen.getByText('נכון'))
    expect(await screen.findByText(text.saving)).toBeTruthy()
    await expect.poll(() => calls.sendAnswers).toHaveBeenCalled()
    done('saved')
    expect(await screen.findByText(text.saved)).toBeTruthy()
  })

  it('says that answers were not saved in the attempt whose they were, and in no later one', async () => {
    calls.sendAnswers.mockResolvedValueOnce({ refused: 'QUIZ_ATTEMPT_ENDED' })
    const first = show()
    await first.user.click(screen.getByText('נכון'))
    expect(await screen.findByText(text.lost)).toBeTruthy()
    first.unmount()
    calls.sendAnswers.mockResolvedValue('saved')
    const { user } = show()
    expect(screen.queryByText(text.lost)).toBeNull()
    await user.click(screen.getByText('נכון'))
    expect(await screen.findByText(text.saved)).toBeTruthy()
  })

  it('keeps how sure one is and what is marked, with the answer', async () => {
    const { user } = show()
    await user.click(screen.getByText('נכון'))
    await user.click(screen.getByText(fieldText.unsure))
    await user.click(screen.getByRole('button', { name: text.flag }))
    // A slow machine saves more than once on the way there.
    await expect
      .poll(() => calls.sendAnswers.mock.lastCall?.[0])
      .toMatchObject([{ position: 2, answer: { claim: true }, confidence: 'unsure', flagged: true, sequence: 3 }])
    expect(map().getByRole('button', { name: /מסומנת לחזרה/ })).toBeTruthy()
  })

  it('walks by button and map, and the focus goes along', async () => {
    const { user, at } = show()
    await user.click(screen.getByRole('button', { name: text.next }))
    expect(at()).toContain('q=3')
    expect(screen.getByText('טענה 3')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.getAttribute('data-question')).toBe('3'))
    await user.click(map().getByRole('button', { name: /שאלה 1 מתוך 3/ }))
    expect(screen.getByText('טענה 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.previous })).toBeNull()
  })

  it('shows all questions on one page for who likes that', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: text.allOnOne }))
    expect([1, 2, 3].map((position) => screen.queryByText(`טענה ${position}`) !== null)).toEqual([true, true, true])
    expect(screen.getByText(text.question(3, 3))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.oneByOne }))
    expect(screen.queryByText('טענה 1')).toBeNull()
  })

  it('tells of an answer that came from another device', () => {
    show(attempt({ questions: [asked(1, { isFromElsewhere: true })] }))
    expect(screen.getByRole('status').textContent).toBe(text.fromElsewhere)
  })
})

describe('the end', () => {
  it('is asked about, names what has no answer, and takes the last answers along', async () => {
    const { user } = show()
    await user.click(screen.getByText('נכון'))
    await user.click(screen.getAllByRole('button', { name: text.finish })[0] as HTMLElement)
    expect(screen.getByRole('dialog').textContent).toContain('עוד לא עניתם על שאלה 3.')
    await user.click(screen.getByRole('button', { name: text.finishConfirm }))
    expect(calls.finishAttempt.mock.calls[0]?.[2]).toMatchObject([{ position: 2, answer: { claim: true } }])
  })

  it('names two and more in one breath', async () => {
    const { user } = show(attempt({ questions: [asked(1), asked(2), asked(3)] }))
    await user.click(screen.getByRole('button', { name: text.finish }))
    expect(screen.getByRole('dialog').textContent).toContain('עוד לא עניתם על שאלות 1, 2 ו־3.')
  })

  it('that fails says why, and nothing is lost', async () => {
    calls.finishAttempt.mockRejectedValueOnce(new Error('network'))
    const { user } = show()
    await user.click(screen.getByRole('button', { name: text.finish }))
    await user.click(screen.getByRole('button', { name: text.finishConfirm }))
    expect((await screen.findByRole('alert')).textContent).toContain('אין חיבור לשרת')
    await user.click(screen.getByRole('button', { name: text.finishConfirm }))
    expect(calls.finishAttempt).toHaveBeenCalledTimes(2)
  })

  it('comes by itself when the time is over, and can be asked for again', async () => {
    calls.finishAttempt.mockRejectedValueOnce(new Error('network'))
    const { user } = show(attempt({ endsAt: performance.now() - 1 }))
    await user.click(await screen.findByRole('button', { name: 'לנסות שוב' }))
    expect(calls.finishAttempt).toHaveBeenCalledTimes(2)
  })
})

describe('the time that is left', () => {
  const minutes = (left: number) => attempt({ endsAt: performance.now() + left * 60_000 - 5_000 })

  it('is shown in minutes and not said aloud', () => {
    show(minutes(12))
    expect(screen.getByText(/נותרו 12 דקות/)).toBeTruthy()
    expect(screen.queryByText(/עד סוף המבחן/)).toBeNull()
  })

  it.each([
    [5, 'נותרו 5 דקות עד סוף המבחן.'],
    [1, 'נותרו דקה אחת עד סוף המבחן.'],
  ])('is said aloud at %i', (left, announced) => {
    show(minutes(left))
    expect(screen.getByText(announced)).toBeTruthy()
  })
})
