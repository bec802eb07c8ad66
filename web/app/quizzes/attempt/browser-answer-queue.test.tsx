import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setAccessTokenReader } from '~/shared/client/access-token'
import { browserAnswerQueue } from './answer-queue'
import { useStoredAnswers } from './use-answers'

const calls = vi.hoisted(() => ({ sendAnswers: vi.fn(), ATTEMPT_ENDED: 'QUIZ_ATTEMPT_ENDED' }))
vi.mock('./attempt.calls', () => calls)

const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`

it('answers of one person wait while nobody or another is signed in', async () => {
  calls.sendAnswers.mockResolvedValue('saved')
  const answerState = { answer: { claim: true }, confidence: null, flagged: false, sequence: 1 } as const
  const queue = browserAnswerQueue()
  await queue.add({ ...answerState, userId: 'dana', attemptId: 'a1', position: 1 })
  for (const token of [null, tokenOf('noam')]) {
    setAccessTokenReader(async () => token)
    await queue.flush('dana')
  }
  expect(calls.sendAnswers).not.toHaveBeenCalled()
  expect(queue.getPending()).toHaveLength(1)
  setAccessTokenReader(async () => tokenOf('dana'))
  await queue.flush('dana')
  expect(queue.getPending()).toEqual([])
  queue.stop()
})

it('an attempt waits for what an earlier page left in the browser, and counts on from that', async () => {
  const queue = browserAnswerQueue()
  let speak = () => {}
  const load = vi.spyOn(queue, 'load').mockReturnValue(new Promise<void>((resolve) => (speak = resolve)))
  const { result } = renderHook(() => useStoredAnswers('dana'))
  expect(load).toHaveBeenCalledWith('dana')
  expect(result.current).toBe(false)
  speak()
  await expect.poll(() => result.current).toBe(true)
  load.mockRestore()
})
