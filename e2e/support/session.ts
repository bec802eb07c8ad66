import type { Page, Request } from '@playwright/test'

/** What the sign-in client keeps in local storage, as far as tests look at it [3-05]. */
export type StoredSession = {
  access_token: string
  refresh_token: string
  expires_at: number
  user: { id: string; email: string; user_metadata: Record<string, unknown> }
}

export const STORE = 'sb-auth-token'

/** The session that the browser keeps, null without one. */
export const storedSession = (page: Page): Promise<StoredSession | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredSession | null, STORE)

/** Every call of the sign-in service from now on, as 'GET /user' or 'POST /token?grant_type=refresh_token'. */
export function authCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/auth/v1/'))
      calls.push(`${request.method()} ${pathname.slice('/auth/v1'.length)}${search}`)
  })
  return calls
}

/** Hides or shows the tab as its own scripts see it. */
export const setTabHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    hidden ? 'hidden' : 'visible',
  )
