import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { QuizStatistics } from './quiz-statistics'
import { statisticsText as text } from './quiz-statistics.he'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const question = (changes: object) => ({
  ...{ kind: 'single-choice', text: 'מה גדל?', answers: 40, is_asked: true },
  ...{
    share: 0.75,
    discrimination: 0.31,
    skipped: 0,
    median_seconds: 74.6,
    sure: 20,
    sure_wrong: 5,
    options: [],
    ...changes,
  },
})
const WRONG = question({
  ...{ id: 'q2', text: 'מה קטן?', share: 0.4, discrimination: -0.2, skipped: 1, is_asked: false },
  options: [
    { text: 'הקרן', times: 30, rest: 0.8, is_right: false },
    { text: 'הריבית', times: 9, rest: 0.4, is_right: true },
  ],
})
const EMPTY = { students: 0, fewest: 10, passed: null, median_seconds: null, questions: [] }
let answer: unknown
beforeEach(() => {
  answer = { students: 40, fewest: 10, passed: 0.6, median_seconds: 310, questions: [question({ id: 'q1' }), WRONG] }
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () =>
      answer instanceof Error
        ? { data: null, error: { message: 'x', code: 'X', details: '' }, status: 500 }
        : { data: answer, error: null, status: 200 },
  }))
})
const show = () => screenAt('/admin', <QuizStatistics id="z1" />)

it('questions come by what needs attention, each with its figures and what they mean', async () => {
  show()
  const [, first, second] = await screen.findAllByRole('row')
  expect(within(first as HTMLElement).getByRole('rowheader').textContent).toContain('מה קטן?')
  expect(first?.textContent).toContain(text.verdicts.negative)
  expect(first?.textContent).toContain(text.notAsked)
  expect(first?.textContent).toContain('-0.20')
  expect(second?.textContent).toContain('75%')
  expect(second?.textContent).toContain('25%')
  expect(second?.textContent).toContain('1:15')
  expect(second?.textContent).toContain(text.verdicts.fine)
  await userEvent.click(screen.getByText(text.options))
  expect(screen.getByText('הקרן').closest('dl')?.textContent).toContain(`${text.times} 30`)
  expect(screen.getByText(/הריבית/).closest('dt')?.textContent).toContain(text.right)
})

it('of too few students says how many are wanted', async () => {
  const few = { ...question({ id: 'q1' }), share: undefined }
  answer = { ...EMPTY, students: 4, questions: [few] }
  show()
  expect(await screen.findByText(text.few(10))).toBeTruthy()
  expect(screen.getByText(text.verdicts.few)).toBeTruthy()
})

it('that did not come can be asked for again, and nobody has finished yet', async () => {
  answer = new Error()
  show()
  expect(await screen.findByText(text.failed)).toBeTruthy()
  answer = EMPTY
  await userEvent.click(screen.getByRole('button', { name: /שוב/ }))
  expect(await screen.findByText(text.none)).toBeTruthy()
})
