import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageViews } from './page-views'

const fetched = vi.fn<typeof fetch>()
vi.mock('~/shared/config/env', () => ({
  readPublicConfig: () => ({ supabaseUrl: 'http://localhost', anonKey: 'anon' }),
}))

const SECRET = 'e9b1d2f0-0000-4000-8000-000000000000'
const allow = (analytics: boolean) =>
  localStorage.setItem('cookie-preferences', JSON.stringify({ essential: true, analytics }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    fetched.mockReset().mockImplementation(async () => new Response(null, { status: 204 })),
  )
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(path: string) {
  const page = { element: null }
  const router = createMemoryRouter(
    [
      {
        element: [<PageViews key="views" />, <Outlet key="page" />],
        children: [
          { index: true, ...page },
          { path: 'courses', children: [{ path: ':courseId', ...page }] },
          { path: 'courses/:courseId/lessons/:lessonId', ...page },
          { path: 'auth/recover-account', ...page },
          { path: 'admin', children: [{ path: 'users', ...page }] },
          { path: '*', ...page },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  await idle()
  const go = async (to: string) => {
    await act(() => router.navigate(to))
    await idle()
  }
  return { go }
}
const idle = () => act(() => vi.advanceTimersByTimeAsync(3_000))
const sent = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>)

it('[2.1-19] [7-22] counts each change of the route once, by its pattern only', async () => {
  const { go } = await open('/')
  await go(`/courses/${SECRET}`)
  await go(`/courses/${SECRET}?from=a#b`)
  await go(`/courses/${SECRET}/lessons/${SECRET}`)
  await go(`/auth/recover-account?token=${SECRET}&phone=972501234567`)
  await go(`/nothing/${SECRET}`)
  expect(sent().map(({ path_pattern }) => path_pattern)).toEqual([
    '/',
    '/courses/:courseId',
    '/courses/:courseId/lessons/:lessonId',
    '/auth/recover-account',
    '/*',
  ])
  for (const [url, init] of fetched.mock.calls) {
    expect(String(url)).toBe('http://localhost/rest/v1/rpc/track_page_view')
    expect(JSON.stringify([init?.body, ...new Headers(init?.headers)])).not.toMatch(/e9b1|9725/)
    expect(init).toMatchObject({ referrerPolicy: 'no-referrer', keepalive: true })
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer anon')
  }
})

it('[7-22] it does not compete with the page: nothing is sent before the browser is idle', async () => {
  vi.stubGlobal('requestIdleCallback', vi.fn())
  await open('/')
  expect(window.requestIdleCallback).toHaveBeenCalledOnce()
  expect(fetched).not.toHaveBeenCalled()
})

it('sends and stores no name of the browser before analytics are allowed, and the same one afterwards', async () => {
  const { go } = await open('/')
  allow(false)
  await go('/courses/1')
  expect(sent().map(({ visitor_key }) => visitor_key)).toEqual([undefined, undefined])
  expect(localStorage.getItem('visitor-key')).toBeNull()
  allow(true)
  await go('/courses/1/lessons/2')
  await go('/')
  const [, , first, second] = sent()
  expect(first?.visitor_key).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
  expect(second?.visitor_key).toBe(first?.visitor_key)
})

it('[2.1-19] never counts the admin area', async () => {
  const { go } = await open('/admin')
  await go('/admin/users')
  expect(fetched).not.toHaveBeenCalled()
})

it.each([
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['a refusal', async () => Response.json({ code: 'INVALID_PAGE_VIEW' }, { status: 400 })],
])('%s is silent', async (_, answer) => {
  const log = vi.spyOn(console, 'error')
  fetched.mockImplementation(answer)
  await open('/')
  expect(fetched).toHaveBeenCalled()
  expect(log).not.toHaveBeenCalled()
})
