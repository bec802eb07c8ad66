import { createElement, type FunctionComponent, Suspense, use } from 'react'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import handleRequest from './entry.server'

/** A site of one page, rendered by the very entry of the academy. */
function siteOf(page: FunctionComponent): (path: string) => Promise<Response> {
  const route = { id: 'root', path: '', hasLoader: false, hasAction: false, hasErrorBoundary: false }
  const closed = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false }
  const assets = { module: '', clientActionModule: '', clientLoaderModule: '', clientMiddlewareModule: '' }
  const build: ServerBuild = {
    entry: { module: { default: handleRequest } },
    routes: { root: { id: 'root', path: '', module: { default: page } } },
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
  return (path) => handle(new Request(`http://academy.test${path}`), { scriptMark: 'mark' } as never)
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

test('nor does a page that could not be rendered', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const answer = siteOf(() => {
    throw new Error('a part is broken')
  })
  expect((await answer('/')).status).toBe(500)
  expect(vi.getTimerCount()).toBe(0)
})

test('a page with a part that never comes leaves after five seconds, with what there is', async () => {
  const never = new Promise<string>(() => undefined)
  const part = createElement(() => use(never))
  const answer = siteOf(() => createElement('html', null, createElement(Suspense, { fallback: 'בטעינה' }, part)))
  const answered = answer('/')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(5_000)
  const page = await answered
  expect([page.status, await page.text()]).toEqual([500, expect.stringContaining('בטעינה')])
  expect(vi.getTimerCount()).toBe(0)
})
