import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pass } from '~/shared/testing/screen-at'
import { toMailDelivery, useMailDelivery } from './mail-delivery.calls'

const supabase = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => supabase }))

const ASKED = '2026-11-21T09:00:00+00:00'
const answers = (status: string | null, error: unknown = null) => ({
  abortSignal: async () => ({
    data: status && { status, asked_at: ASKED, sent_at: null, next_attempt_at: null },
    error,
  }),
})

let hidden = false
const setHidden = (value: boolean) => {
  hidden = value
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  hidden = false
  supabase.rpc.mockReset().mockReturnValue(answers('queued'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reads the answer of the database', () => {
  expect(toMailDelivery({ status: 'sent', asked_at: ASKED, sent_at: ASKED, next_attempt_at: null })).toEqual({
    status: 'sent',
    askedAt: Date.parse(ASKED),
    sentAt: Date.parse(ASKED),
    nextAttemptAt: null,
  })
  for (const row of [null, {}, { status: 'eaten', asked_at: ASKED }, { status: 'sent', asked_at: 'x' }]) {
    expect(toMailDelivery(row)).toBeNull()
  }
})

it('looks until the mail has left, soon at first and then seldom', async () => {
  const { result } = renderHook(() => useMailDelivery('key'))
  expect(result.current).toBeUndefined()
  await pass(0)
  expect(result.current?.status).toBe('queued')
  await pass(15_000)
  const quick = supabase.rpc.mock.calls.length
  expect(quick).toBeGreaterThanOrEqual(10)
  await pass(60_000)
  expect(supabase.rpc.mock.calls.length - quick).toBe(10)
  supabase.rpc.mockReturnValue(answers('sent'))
  await pass(6_000)
  expect(result.current?.status).toBe('sent')
  supabase.rpc.mockClear()
  await pass(60_000)
  expect(supabase.rpc).not.toHaveBeenCalled()
})

it('rests while the tab is hidden and looks at once when it is shown', async () => {
  renderHook(() => useMailDelivery('key'))
  await pass(0)
  setHidden(true)
  supabase.rpc.mockClear()
  await pass(60_000)
  expect(supabase.rpc).not.toHaveBeenCalled()
  setHidden(false)
  await pass(0)
  expect(supabase.rpc).toHaveBeenCalledOnce()
})

it('keeps what was heard when a look fails, and looks again', async () => {
  const { result } = renderHook(() => useMailDelivery('key'))
  await pass(0)
  supabase.rpc.mockReturnValue(answers(null, { message: 'away' }))
  await pass(3_000)
  expect(result.current?.status).toBe('queued')
  supabase.rpc.mockReturnValue(answers('delayed'))
  await pass(1_500)
  expect(result.current?.status).toBe('delayed')
})

it('asks no more where nothing is known', async () => {
  supabase.rpc.mockReturnValue(answers(null))
  const { result } = renderHook(() => useMailDelivery('key'))
  await pass(60_000)
  expect(result.current).toBeNull()
  expect(supabase.rpc).toHaveBeenCalledOnce()
})

it('forgets the former mail when a new one was asked for', async () => {
  supabase.rpc.mockReturnValue(answers('sent'))
  const { result, rerender } = renderHook(({ mailKey }) => useMailDelivery(mailKey), { initialProps: { mailKey: 'a' } })
  await pass(0)
  supabase.rpc.mockReturnValue(answers('queued'))
  rerender({ mailKey: 'b' })
  expect(result.current).toBeUndefined()
  await pass(0)
  expect(result.current?.status).toBe('queued')
  expect(supabase.rpc).toHaveBeenLastCalledWith('mail_delivery', { request_key: 'b' })
})
