import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { IdleWatch } from './idle-watch'
import { idleText as text } from './staff.he'

const mocks = vi.hoisted(() => ({
  keep: vi.fn(),
  endSession: vi.fn(),
  signOut: vi.fn(),
  toast: { warning: vi.fn() },
}))
vi.mock('./staff.calls', () => ({ keepStaffSession: mocks.keep }))
vi.mock('~/session/student/sign-out.calls', () => ({ endSession: mocks.endSession, signOut: mocks.signOut }))
vi.mock('~/shared/ui/toast', () => ({ toast: mocks.toast }))

const MINUTE = 60_000
const asked = () => screen.queryByRole('alertdialog')
const open = async () => {
  screenAt('/admin', <IdleWatch />)
  await pass(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  for (const mock of [mocks.endSession, mocks.signOut, mocks.toast.warning]) mock.mockReset().mockResolvedValue(true)
  mocks.keep.mockReset().mockResolvedValue({ minutes: 60, ended: false })
})
afterEach(() => vi.useRealTimers())

describe('a session of the staff that nobody uses', () => {
  it('is asked about two minutes before its end, and ends without an answer', async () => {
    await open()
    await pass(57 * MINUTE)
    expect(asked()).toBeNull()
    await pass(MINUTE + 1_000)
    expect(asked()?.textContent).toContain(text.left(119))
    expect(screen.getByRole('timer').textContent).toBe('היציאה בעוד דקה אחת ו־59 שניות')
    await pass(2 * MINUTE)
    expect(mocks.endSession).toHaveBeenCalledExactlyOnceWith()
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith(text.ended)
    expect(asked()).toBeNull()
  })

  it('goes on when its member says so, and the server hears of it', async () => {
    await open()
    await pass(59 * MINUTE)
    // A mouse that is pushed is no answer.
    fireEvent.pointerMove(window)
    expect(asked()).not.toBeNull()
    mocks.keep.mockClear()
    fireEvent.click(screen.getByRole('button', { name: text.stay }))
    await pass(1_000)
    expect(asked()).toBeNull()
    expect(mocks.keep).toHaveBeenCalledOnce()
    await pass(57 * MINUTE)
    expect([asked(), mocks.endSession.mock.calls]).toEqual([null, []])
  })

  it('goes on while it is used, and the server hears of it once a minute at most', async () => {
    await open()
    for (let second = 0; second < 90 * 60; second += 10) {
      fireEvent.keyDown(document.body, { key: 'a' })
      await pass(10_000)
    }
    expect([asked(), mocks.endSession.mock.calls]).toEqual([null, []])
    expect(mocks.keep.mock.calls.length).toBeLessThanOrEqual(92)
    expect(mocks.keep.mock.calls.length).toBeGreaterThan(60)
  })

  it('goes on while another tab is used, and is not asked about here', async () => {
    await open()
    await pass(59 * MINUTE)
    expect(asked()).not.toBeNull()
    localStorage.setItem('staff-active-at', JSON.stringify(Date.now()))
    await pass(1_000)
    expect(asked()).toBeNull()
    await pass(50 * MINUTE)
    expect(mocks.endSession).not.toHaveBeenCalled()
  })

  it('is over when the machine slept past its end, whatever is pressed first', async () => {
    await open()
    vi.setSystemTime(Date.now() + 3 * 60 * MINUTE)
    fireEvent.keyDown(document.body, { key: 'a' })
    await pass(0)
    expect(mocks.endSession).toHaveBeenCalledOnce()
  })

  it('is over when the server says so', async () => {
    mocks.keep.mockResolvedValue({ minutes: 60, ended: true })
    await open()
    expect(mocks.endSession).toHaveBeenCalledOnce()
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith(text.ended)
  })

  it('never ends by itself where the setting says 0, or nobody told it', async () => {
    mocks.keep.mockResolvedValue({ minutes: 0, ended: false })
    await open()
    await pass(5 * 60 * MINUTE)
    expect([asked(), mocks.endSession.mock.calls]).toEqual([null, []])
  })

  it('[4-20] past its 24 hours they end it, with their own words', async () => {
    localStorage.setItem('admin_session_expiry', JSON.stringify(Date.now() + 30 * MINUTE))
    await open()
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE)
    await pass(1_000)
    expect(mocks.endSession).toHaveBeenCalledOnce()
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
  })

  it('[9-02] takes the end of its 24 hours from the server, whose sign-in may be older than this page', async () => {
    mocks.keep.mockResolvedValue({ minutes: 0, ended: false, seconds: 90 })
    await open()
    await pass(89_000)
    expect(mocks.endSession).not.toHaveBeenCalled()
    await pass(2_000)
    expect(mocks.toast.warning).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please sign in again.')
  })
})
