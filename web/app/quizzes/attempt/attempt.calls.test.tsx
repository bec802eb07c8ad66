import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '~/shared/client/query-client'
import { createSupabase } from '~/shared/client/supabase'
import { type AttemptRow, finishAttempt, sendAnswers, useAttempt } from './attempt.calls'
import type { Attempt } from './attempt.rules'

const server = vi.hoisted(() => ({ fetch: vi.fn<typeof fetch>() }))
vi.mock('~/shared/client/supabase-browser', () => {
  const browserOptions = () => ({ supabaseUrl: 'http://academy.test', anonKey: 'anon', fetch: server.fetch })
  return { browserOptions, browserSupabase: () => createSupabase(browserOptions()) }
})

const ATTEMPT = '7b0a3f0e-3f5c-4c1e-9d55-0a4f6c1d2e3f'
const KEY = ['quiz-attempt', 'dana', ATTEMPT]
const answerState = (claim: boolean, sequence: number) => ({
  position: 1,
  answer: { claim },
  confidence: null,
  flagged: false,
  sequence,
})
const rowWith = (sequence: number, claim: boolean): AttemptRow => ({
  ...{ id: ATTEMPT, quiz_id: 'q1', course_id: 'c1', course_title: 'קורס', title: 'ריבית', purpose: 'test' },
  ...{ state: 'open', ended_by: null, submitted_at: null, seconds_left: null, pass_percent: 70, percent: null },
  ...{ passed: null, may_review: false, review: 'after-submit' },
  questions: [
    {
      ...answerState(claim, sequence),
      presented: { kind: 'true-false', text: 'טענה', topic: 'מס' },
      correct: null,
      review: null,
    },
  ],
})
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>
)

afterEach(() => {
  cleanup()
  queryClient().clear()
})

/** The counts that the cache held for the question, one after another. */
function watchCache(): number[] {
  const held: number[] = []
  queryClient()
    .getQueryCache()
    .subscribe(() => {
      const known = queryClient().getQueryData<Attempt>(KEY)?.questions[0]?.sequence
      if (known !== undefined && known !== held.at(-1)) held.push(known)
    })
  return held
}

it('a saved answer outlives a reading of the attempt that began before it was saved', async () => {
  const readings: ((row: AttemptRow) => void)[] = []
  server.fetch.mockImplementation(async (input) => {
    if (String(input).endsWith('/rpc/save_quiz_answers'))
      return json({ state: 'open', seconds_left: null, answers: [answerState(false, 2)] })
    return json(await new Promise<AttemptRow>((resolve) => readings.push(resolve)))
  })
  const held = watchCache()
  const { result } = renderHook(() => useAttempt('dana', ATTEMPT), { wrapper })
  await expect.poll(() => readings.length).toBe(1)
  await act(async () => readings[0]?.(rowWith(1, true)))
  await expect.poll(() => result.current.data?.questions[0]?.sequence).toBe(1)

  act(() => void result.current.refetch())
  await expect.poll(() => readings.length).toBe(2)
  const change = { ...answerState(false, 2), userId: 'dana', attemptId: ATTEMPT }
  await act(async () => void (await sendAnswers([change], AbortSignal.timeout(5_000))))
  await act(async () => readings[1]?.(rowWith(1, true)))
  // What the reading was for is still asked.
  await expect.poll(() => readings.length).toBe(3)
  await expect.poll(() => result.current.data?.questions[0]).toMatchObject(answerState(false, 2))
  await act(async () => readings[2]?.(rowWith(3, true)))
  await expect.poll(() => result.current.data?.questions[0]?.sequence).toBe(3)
  expect(held).toEqual([1, 2, 3])
})

it('an attempt that has ended is not open again by a reading that began before its end', async () => {
  const readings: ((row: AttemptRow) => void)[] = []
  server.fetch.mockImplementation(async (input) => {
    if (String(input).endsWith('/quiz-attempts')) return json({ ...rowWith(1, true), state: 'scored' })
    return json(await new Promise<AttemptRow>((resolve) => readings.push(resolve)))
  })
  const { result } = renderHook(() => useAttempt('dana', ATTEMPT), { wrapper })
  await expect.poll(() => readings.length).toBe(1)
  await act(async () => readings[0]?.(rowWith(1, true)))
  await expect.poll(() => result.current.data?.state).toBe('open')
  act(() => void result.current.refetch())
  await expect.poll(() => readings.length).toBe(2)
  await act(async () => void (await finishAttempt('dana', ATTEMPT, [])))
  await act(async () => readings[1]?.(rowWith(1, true)))
  await expect.poll(() => readings.length).toBe(3)
  expect(queryClient().getQueryData<Attempt>(KEY)?.state).toBe('scored')
})
