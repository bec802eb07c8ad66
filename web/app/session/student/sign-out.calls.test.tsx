import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setNavigate } from '~/shared/browser/navigation'
import { getSession, onSessionChange, setSession } from './session-store'
import { endSession, isEndingSession, signOut } from './sign-out.calls'

const mocks = vi.hoisted(() => ({ authSignOut: vi.fn(), toast: { success: vi.fn(), error: vi.fn() } }))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => ({ signOut: mocks.authSignOut }) }))
vi.mock('~/shared/ui/toast', () => mocks)

const navigate = vi.fn()

beforeEach(() => {
  setNavigate(navigate)
  localStorage.setItem('user_session_expiry', '1')
  localStorage.setItem('admin_session_expiry', '1')
  localStorage.setItem('sb-auth-token', '{}')
  mocks.authSignOut.mockReset().mockResolvedValue({ error: null })
})
afterEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
})

describe('signing out', () => {
  it('[4-18] [2.2-05] [8-16] clears the limits, goes home and says so', async () => {
    await signOut()
    expect(mocks.authSignOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' })
    expect(localStorage.getItem('user_session_expiry')).toBeNull()
    expect(localStorage.getItem('admin_session_expiry')).toBeNull()
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/', undefined)
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Signed out successfully')
  })

  it('[4-18] has the browser forget what it cached, and waits for nothing', async () => {
    const asked = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined))
    await signOut()
    expect(asked).toHaveBeenCalledExactlyOnceWith('/signed-out', { method: 'POST', keepalive: true })
    mocks.authSignOut.mockResolvedValue({ error: { message: 'x', status: 500 } })
    await signOut()
    expect(asked).toHaveBeenCalledOnce()
    asked.mockRejectedValue(new TypeError('Failed to fetch'))
    mocks.authSignOut.mockResolvedValue({ error: null })
    expect(await endSession()).toBe(true)
    asked.mockRestore()
  })

  it('[8-18] says when the server refused, and stays', async () => {
    mocks.authSignOut.mockResolvedValue({ error: { message: 'x', status: 500 } })
    await signOut()
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('Sign out failed')
    expect(navigate).not.toHaveBeenCalled()
    expect(localStorage.getItem('sb-auth-token')).not.toBeNull()
  })

  it('[2.2-05] without a connection this device forgets the session all the same', async () => {
    setSession({ status: 'unknown' })
    mocks.authSignOut.mockResolvedValue({ error: { message: 'Failed to fetch', status: 0 } })
    expect(await endSession()).toBe(true)
    expect(localStorage.getItem('sb-auth-token')).toBeNull()
    expect(getSession()).toEqual({ status: 'anonymous' })
  })

  it('[2.2-05] guards know of it until the next screen is there', async () => {
    let arrived = () => undefined as unknown
    navigate.mockReturnValueOnce(new Promise<void>((resolve) => (arrived = () => resolve())))
    const done = endSession('/')
    await expect.poll(() => navigate.mock.calls).toHaveLength(1)
    expect(isEndingSession()).toBe(true)
    arrived()
    await done
    expect(isEndingSession()).toBe(false)
  })

  it('[2.11-04] without a goal, guards that stood aside look again once it is done', async () => {
    setSession({ status: 'anonymous' })
    const seen: boolean[] = []
    const stop = onSessionChange(() => seen.push(isEndingSession()))
    await endSession()
    stop()
    expect(seen.at(-1)).toBe(false)
  })
})
