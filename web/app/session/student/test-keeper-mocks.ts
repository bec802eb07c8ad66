import { vi } from 'vitest'

/** What stands in for the calls, the sign-in client and the toasts around the session keeper. */
export const keeperMocks = {
  currentUser: vi.fn(),
  refreshSession: vi.fn(),
  fetchProfile: vi.fn(),
  applyRegistration: vi.fn(),
  loadAuthClient: vi.fn(),
  authSignOut: vi.fn(),
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn(), warning: vi.fn() },
}

/** Tells the keeper, as the access token does, that the database refused the token. */
export const tokenRefusals: { refuse: () => void } = { refuse: () => undefined }
