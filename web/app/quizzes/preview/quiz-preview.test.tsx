import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { attemptText } from '~/quizzes/attempt/attempt.he'
import { fieldText } from '~/quizzes/question/fields.he'
import { resultText } from '~/quizzes/result/result.he'
import type { QuizPage } from '~/quizzes/start/quiz.rules'
import { AppError } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { screenAt } from '~/shared/testing/screen-at'
import { QuizPreview } from './quiz-preview'
import { quizPreviewErrors as errors, quizPreviewText as text } from './quiz-preview.he'

const callEdgeFunction = vi.hoisted(() => vi.fn())
vi.mock('~/shared/client/edge-function', () => ({ callEdgeFunction }))

const QUIZ: QuizPage = {
  ...{ id: 'q1', courseId: 'c1', courseTitle: 'כסף', lesson: null, purpose: 'test', title: 'ריבית ומס', intro: '' },
  ...{ passPercent: 70, attemptsAllowed: null, waitMinutes: 0, timeLimitMinutes: null, questionCount: 2 },
  review: 'after-submit',
}
const question = (position: number) => ({
  ...{ position, presented: { kind: 'true-false', text: `טענה ${position}`, topic: 'מס' } },
  ...{ answer: null, confidence: null, flagged: false, sequence: 0, correct: null, review: null },
})
const row = (changes: object = {}) => ({
  ...{ id: 'r1', quiz_id: 'q1', course_id: 'c1', course_title: 'כסף', title: 'ריבית ומס', purpose: 'test' },
  ...{ state: 'open', ended_by: null, submitted_at: null, seconds_left: null, pass_percent: 70, percent: null },
  ...{ passed: null, may_review: false, review: 'after-submit', version: 3, left_out: 0 },
  questions: [question(1), question(2)],
  ...changes,
})
const sent = (): Record<string, unknown>[] =>
  callEdgeFunction.mock.calls.map(([name, body]) => ({ name, ...(body as Record<string, unknown>) }))
const button = (name: string) => screen.findByRole('button', { name })

function show() {
  return { user: userEvent.setup(), ...screenAt('/preview', <QuizPreview token="t1" quiz={QUIZ} />, '/preview#t1') }
}

beforeEach(() => {
  callEdgeFunction.mockReset()
  Element.prototype.scrollIntoView = () => undefined
})

it('is taken as a student takes it, keeps the link in the address, and is scored', async () => {
  const { user, router } = show()
  expect(screen.getByRole('heading', { name: 'ריבית ומס', level: 1 })).toBeTruthy()
  callEdgeFunction.mockResolvedValueOnce(row())
  await user.click(await button(text.begin))
  await screen.findByText('טענה 1')
  expect(document.activeElement?.getAttribute('data-question')).toBe('1')
  await user.click(await screen.findByRole('radio', { name: fieldText.true }))
  await user.click(await button(attemptText.next))
  expect(await screen.findByText('טענה 2')).toBeTruthy()
  expect(router.state.location).toMatchObject({ search: '?q=2', hash: '#t1' })

  const review = { points: 1, correct: true, parts: {}, right: { claim: true }, whys: {} }
  const scored = { ...question(1), answer: { claim: true }, correct: true, review }
  callEdgeFunction.mockResolvedValueOnce(
    row({ ...{ state: 'scored', percent: 100, passed: true, may_review: true }, questions: [scored] }),
  )
  await user.click((await screen.findAllByRole('button', { name: attemptText.finish }))[0] as HTMLElement)
  await user.click(await button(attemptText.finishConfirm))
  expect(await screen.findByText(resultText.passed(70))).toBeTruthy()
  expect(sent()).toMatchObject([
    { name: 'quiz-preview', action: 'begin', token: 't1' },
    { name: 'quiz-preview', action: 'score', token: 't1', round: 'r1', version: 3 },
  ])
  expect(sent()[1]?.answers).toEqual([
    { position: 1, answer: { claim: true }, confidence: null },
    { position: 2, answer: null, confidence: null },
  ])
  callEdgeFunction.mockResolvedValueOnce(row({ id: 'r2' }))
  await user.click(await button(text.anew))
  expect(await screen.findByText('טענה 1')).toBeTruthy()
  expect(sent()[2]?.round).not.toBe(sent()[0]?.round)
})

it('keeps what was answered for whoever leaves and comes back, and says what is left out', async () => {
  const { user } = show()
  callEdgeFunction.mockResolvedValueOnce(row({ left_out: 2 }))
  await user.click(await button(text.begin))
  await user.click(await screen.findByRole('radio', { name: fieldText.true }))
  await user.click(await button(text.leave))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getByText(plural(2, text.leftOut))).toBeTruthy()
  await user.click(await button(text.goOn))
  const map = within(await screen.findByRole('navigation', { name: attemptText.map }))
  await user.click(map.getAllByRole('button')[0] as HTMLElement)
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: fieldText.true })).checked).toBe(true)
})

it('says what was refused, and can be tried again', async () => {
  const { user } = show()
  callEdgeFunction.mockRejectedValueOnce(new AppError('OPERATION_FAILED', errors.PREVIEW_NOT_FOUND))
  await user.click(await button(text.begin))
  expect((await screen.findByRole('alert')).textContent).toContain(errors.PREVIEW_NOT_FOUND)
  callEdgeFunction.mockResolvedValueOnce(row({ questions: [], left_out: 1 }))
  await user.click(await button(text.begin))
  expect(await screen.findByText(text.nothingToAsk)).toBeTruthy()
})
