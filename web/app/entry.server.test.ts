import { createElement, type FunctionComponent, Suspense, use } from 'react'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import handleRequest, { handleError } from './entry.server'

const ErrorBoundary = () => createElement('html', null, 'שגיאה')

/** A site of one page, rendered by the very entry of the academy. */
function siteOf(page: FunctionComponent, report = vi.fn()): (path: string, init?: RequestInit) => Promise<Response> {
  const route = { id: 'root', path: '', hasLoader: false, hasAction: false, hasErrorBoundary: false }
  const closed = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false }
  const assets = { module: '', clientActionModule: '', clientLoaderModule: '', clientMiddlewareModule: '' }
  const build: ServerBuild = {
    entry: { module: { default: handleRequest, handleError } },
    routes: { root: { id: 'root', path: '', module: { default: page, ErrorBoundary } } },
    assets: {
      entry: { module: '', imports: [] },
      routes: { root: { ...route, ...closed, ...assets, hydrateFallbackModule: '', imports: [], css: [] } },
      url: '',
      version: '',
    },
    assetsBuildDirectory: '',
    publicPath: '/',
    basename: '/',
    future: {} as ServerBuild['future'],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' as const, manifestPath: '' },
  }
  const handle = createRequestHandler(build, 'production')
  return (path, init) =>
    handle(new Request(`http://academy.test${path}`, init), { scriptMark: 'mark', report } as never)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a finished page leaves no timer that would hold its rendering', async () => {
  const answer = siteOf(() => createElement('html', null, 'שלום'))
  const page = await answer('/')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('שלום')])
  expect(vi.getTimerCount()).toBe(0)
})

test('nor does a page that could not be rendered, which is reported', async () => {
  const report = vi.fn()
  const broken = new Error('a part is broken')
  const answer = siteOf(() => {
    throw broken
  }, report)
  expect((await answer('/')).status).toBe(500)
  expect(vi.getTimerCount()).toBe(0)
  expect(report).toHaveBeenCalledWith(broken)
})

test('what a page does not take, and a page that is not there, are refused without a word in the log', async () => {
  const report = vi.fn()
  const spoken = vi.spyOn(console, 'error')
  const answer = siteOf(() => createElement('html', null, 'שלום'), report)
  expect((await answer('/', { method: 'POST', body: 'x=1' })).status).toBe(405)
  expect((await answer('/', { method: 'OPTIONS' })).status).toBe(405)
  expect((await answer('/nowhere')).status).toBe(404)
  expect([report.mock.calls, spoken.mock.calls]).toEqual([[], []])
})

test('a page with a part that never comes leaves after five seconds, with what there is', async () => {
  const never = new Promise<string>(() => undefined)
  const part = createElement(() => use(never))
  const answer = siteOf(() => createElement('html', null, createElement(Suspense, { fallback: 'בטעינה' }, part)))
  const answered = answer('/')
  await expect.poll(vi.getTimerCount).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  const page = await answered
  expect([page.status, await page.text()]).toEqual([500, expect.stringContaining('בטעינה')])
  expect(vi.getTimerCount()).toBe(0)
})
