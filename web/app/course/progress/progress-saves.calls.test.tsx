import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onTokenRefused } from '~/shared/client/access-token'
import type { ProgressUpdate } from './pending-progress.rules'
import { saveProgress, saveProgressOnHide } from './progress-saves.calls'

const update = (lesson: string): ProgressUpdate => ({
  user_id: 'u',
  lesson_id: lesson,
  course_id: 'c',
  progress_seconds: 10,
  watched_until: 10,
  watch_progress: 10,
  completed: false,
  last_watched: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  watched_ranges: '{[0,10)}',
})

const answered = vi.hoisted(() => ({ status: 201 }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({
    from: () => ({ upsert: () => ({ abortSignal: async () => ({ error: null, status: answered.status }) }) }),
  }),
}))

const fetchMock = vi.fn<typeof fetch>()
const beacons: { url: string; body: Blob }[] = []

beforeEach(() => {
  document.documentElement.dataset.anonKey = 'anon'
  fetchMock.mockReset().mockImplementation(async () => new Response('{}', { status: 200 }))
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal(
    'Request',
    class {
      get keepalive() {
        return true
      }
    },
  )
  beacons.length = 0
  navigator.sendBeacon = (url, body) => {
    if (body instanceof Blob) beacons.push({ url: String(url), body })
    return true
  }
})
afterEach(() => vi.unstubAllGlobals())

describe('[7-19] a page that closes', () => {
  it('posts its updates to batch-progress by a request that outlives it', async () => {
    expect(await saveProgressOnHide([update('a'), update('b')], 'token')).toBe(true)
    const [url, init] = fetchMock.mock.calls[0] ?? []
    expect(String(url)).toMatch(/\/functions\/v1\/batch-progress$/)
    expect(init).toMatchObject({ method: 'POST', keepalive: true })
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token')
    expect(JSON.parse(String(init?.body))).toEqual({ updates: [update('a'), update('b')] })
    expect(beacons).toEqual([])
  })

  it('falls back to a beacon whose body carries the token as plain text', async () => {
    fetchMock.mockRejectedValue(new TypeError('keepalive quota'))
    expect(await saveProgressOnHide([update('a')], 'token')).toBe(false)
    expect(beacons[0]?.url).toMatch(/\/functions\/v1\/batch-progress$/)
    expect(beacons[0]?.body.type).toBe('text/plain')
    // In this order: the server reads nothing behind a token that is not there.
    expect(await readBlob(beacons[0]?.body)).toBe(JSON.stringify({ access_token: 'token', updates: [update('a')] }))
  })

  it('uses the beacon at once where requests do not outlive their page', async () => {
    Reflect.deleteProperty(Request.prototype, 'keepalive')
    await saveProgressOnHide([update('a')], 'token')
    expect(fetchMock).not.toHaveBeenCalled()
    expect(beacons).toHaveLength(1)
  })

  it('does not count updates as arrived when the server refuses them', async () => {
    fetchMock.mockImplementation(async () => new Response('{}', { status: 401 }))
    expect(await saveProgressOnHide([update('a')], 'token')).toBe(false)
  })

  it('does not count updates as arrived when some of them were refused', async () => {
    const answer = { accepted: ['a'], rejected: [{ lesson_id: 'b', code: 'LESSON_NOT_FOUND' }] }
    fetchMock.mockImplementation(async () => Response.json(answer))
    expect(await saveProgressOnHide([update('a'), update('b')], 'token')).toBe(false)
  })

  it('splits many updates into several requests', async () => {
    await saveProgressOnHide(
      Array.from({ length: 400 }, (_, index) => update(`lesson-${index}`)),
      'token',
    )
    expect(fetchMock.mock.calls.length).toBeGreaterThan(1)
    for (const [, init] of fetchMock.mock.calls) expect(String(init?.body).length).toBeLessThan(64 * 1024)
  })
})

it.each([
  [201, 0],
  [403, 1],
])('[2.11-06] a save that is answered with %i has the account looked at %i times', async (status, times) => {
  const look = vi.fn()
  onTokenRefused(look)
  answered.status = status
  await saveProgress([update('a')], new AbortController().signal)
  expect(look).toHaveBeenCalledTimes(times)
})

function readBlob(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob ?? new Blob())
  })
}
