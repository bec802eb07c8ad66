import { expect, it, vi } from 'vitest'
import { createUploadQueue } from './upload-queue'

type Verdict = { state: 'waiting' | 'ready' | 'failed'; failure: string | null }
type Events = Parameters<Parameters<typeof createUploadQueue>[0] & object>[2]

const waits: Verdict = { state: 'waiting', failure: null }

/** A queue whose sending is told by the test what becomes of it. */
function open() {
  const events = new Map<string, Events>()
  const running = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() }
  const add = vi.fn(async (_id: string, _name: string): Promise<Verdict> => ({ state: 'ready', failure: null }))
  const makePoster = vi.fn(async (_id: string, _film: File): Promise<void> => undefined)
  const queue = createUploadQueue(
    async (file, _id, callbacks) => {
      events.set(file.name, callbacks)
      return running
    },
    add,
    makePoster,
    async () => undefined,
  )
  const take = (...names: string[]) => queue.take(names.map((name) => new File(['x'], name, { type: 'image/png' })))
  const idOf = (name: string) => queue.items().find((item) => item.name === name)?.id ?? ''
  const states = () => Object.fromEntries(queue.items().map(({ name, state }) => [name, state]))
  return { queue, events, running, add, makePoster, take, idOf, states }
}

it('sends two at once, tells the library of what has arrived, and goes on with the next', async () => {
  const { queue, events, add, take, states } = open()
  take('a.png', 'b.png', 'c.png')
  expect(states()).toEqual({ 'a.png': 'sending', 'b.png': 'sending', 'c.png': 'waiting' })
  await vi.waitFor(() => expect(events.size).toBe(2))
  events.get('a.png')?.onProgress(1)
  expect(queue.items()[0]?.sentBytes).toBe(1)
  events.get('a.png')?.onDone()
  await vi.waitFor(() => expect(states()).toEqual({ 'a.png': 'done', 'b.png': 'sending', 'c.png': 'sending' }))
  expect(add.mock.calls.map(([, name]) => name)).toEqual(['a.png'])
  expect(queue.isBusy()).toBe(true)
})

it('says at once what cannot be uploaded, and that cannot go on', () => {
  const { queue, states, idOf } = open()
  queue.take([new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' })])
  expect([states(), queue.items()[0]?.failure, queue.canResume(idOf('x.svg'))]).toEqual([
    { 'x.svg': 'failed' },
    'OTHER_PICTURE',
    false,
  ])
  queue.drop(idOf('x.svg'))
  expect([queue.items(), queue.isBusy()]).toEqual([[], false])
})

it('says what a file is by its first bytes before it goes up, and goes on with the others', async () => {
  const { queue, events, states } = open()
  queue.take([new File(['%PDF-1.7'], 'חוברת.jpg'), new File([], 'empty.png'), new File(['x'], 'a.png')])
  await vi.waitFor(() => expect(states()).toEqual({ 'חוברת.jpg': 'failed', 'empty.png': 'failed', 'a.png': 'sending' }))
  expect(queue.items().map(({ failure }) => failure)).toEqual(['IS_PDF', 'EMPTY', undefined])
  expect([...events.keys()]).toEqual(['a.png'])
})

it('a file that can no longer be read says so', async () => {
  const { queue, events } = open()
  const gone = Object.assign(new File(['x'], 'a.png'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
  })
  queue.take([gone])
  await vi.waitFor(() => expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'UNREADABLE' }))
  expect(events.size).toBe(0)
})

it('follows each file until the server has looked at it, and says why it was refused', async () => {
  const { queue, events, add, take, states } = open()
  const answers = new Map<string, Verdict[]>([
    ['a.png', [waits, waits, { state: 'failed', failure: 'BROKEN' }]],
    ['b.png', [waits, { state: 'ready', failure: null }]],
  ])
  add.mockImplementation(async (_id, name) => answers.get(name)?.shift() ?? Promise.reject(new Error('away')))
  take('a.png', 'b.png')
  await vi.waitFor(() => expect(events.size).toBe(2))
  for (const callbacks of events.values()) callbacks.onDone()
  await vi.waitFor(() => expect(states()).toEqual({ 'a.png': 'failed', 'b.png': 'done' }))
  expect([queue.items()[0]?.failure, queue.canResume(queue.items()[0]?.id ?? '')]).toEqual(['BROKEN', false])
  expect(queue.items().every(queue.isOver)).toBe(true)
  queue.clearOver()
  expect(queue.items()).toEqual([])
})

it('what is not heard of for a while is asked for again', async () => {
  const { events, add, take, states } = open()
  add.mockResolvedValueOnce(waits).mockRejectedValueOnce(new Error('away'))
  take('a.png')
  await vi.waitFor(() => expect(events.size).toBe(1))
  events.get('a.png')?.onDone()
  await vi.waitFor(() => expect(states()).toEqual({ 'a.png': 'done' }))
  expect(add).toHaveBeenCalledTimes(3)
})

it('paused and resumed before it ran it is sent once', async () => {
  const begun: (() => void)[] = []
  const queue = createUploadQueue(
    () => new Promise((resolve) => begun.push(() => resolve({ pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() }))),
  )
  queue.take([new File(['x'], 'a.png')])
  const id = queue.items()[0]?.id ?? ''
  queue.pause(id)
  queue.resume(id)
  await vi.waitFor(() => expect(begun.length).toBe(1))
  expect(queue.items()[0]?.state).toBe('sending')
})

it('pauses and goes on where it stood, and a pause lets the next one in', async () => {
  const { queue, events, running, take, idOf, states } = open()
  take('a.png', 'b.png', 'c.png')
  await vi.waitFor(() => expect(events.size).toBe(2))
  queue.pause(idOf('a.png'))
  expect(running.pause).toHaveBeenCalledOnce()
  expect(states()).toEqual({ 'a.png': 'paused', 'b.png': 'sending', 'c.png': 'sending' })
  queue.drop(idOf('b.png'))
  expect(running.cancel).toHaveBeenCalledOnce()
  queue.resume(idOf('a.png'))
  await vi.waitFor(() => expect(running.resume).toHaveBeenCalledOnce())
  expect(states()).toEqual({ 'a.png': 'sending', 'c.png': 'sending' })
})

it('keeps what broke off to go on with, begins anew what the server would not have', async () => {
  const { queue, events, running, take, idOf } = open()
  take('a.png')
  await vi.waitFor(() => expect(events.size).toBe(1))
  events.get('a.png')?.onFailed(false)
  expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'NETWORK' })
  queue.resume(idOf('a.png'))
  await vi.waitFor(() => expect(running.resume).toHaveBeenCalledOnce())
  events.get('a.png')?.onFailed(true)
  expect(queue.items()[0]).toMatchObject({ state: 'failed', failure: 'REFUSED' })
  events.clear()
  queue.resume(idOf('a.png'))
  await vi.waitFor(() => expect(events.size).toBe(1))
  expect(running.resume).toHaveBeenCalledOnce()
})

it('what is wished while an upload begins counts: a cancelled one is ended, a paused one waits', async () => {
  const running = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() }
  const begun: (() => void)[] = []
  const queue = createUploadQueue(() => new Promise((resolve) => begun.push(() => resolve(running))))
  queue.take(['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' })))
  const [first, second] = queue.items().map(({ id }) => id)
  await vi.waitFor(() => expect(begun.length).toBe(2))
  queue.drop(first ?? '')
  queue.pause(second ?? '')
  for (const begin of begun) begin()
  await vi.waitFor(() => expect([running.cancel, running.pause].map(({ mock }) => mock.calls.length)).toEqual([1, 1]))
  expect(queue.items().map(({ state }) => state)).toEqual(['paused'])
})

it('says that a library that refuses did not take it, and tells it again without sending', async () => {
  const { queue, events, add, take, states } = open()
  add.mockRejectedValueOnce(new Error('no'))
  take('a.png')
  await vi.waitFor(() => expect(events.size).toBe(1))
  events.get('a.png')?.onDone()
  await vi.waitFor(() => expect(states()).toEqual({ 'a.png': 'failed' }))
  expect(queue.items()[0]?.failure).toBe('NOT_ADDED')
  queue.resume(queue.items()[0]?.id ?? '')
  await vi.waitFor(() => expect(states()).toEqual({ 'a.png': 'done' }))
  expect([add.mock.calls.length, events.size]).toEqual([2, 1])
})

it('a film gets a picture once the library knows it, and is fine without one', async () => {
  const { queue, events, makePoster, take, states } = open()
  makePoster.mockRejectedValue(new Error('this browser does not play it'))
  take('a.mp4', 'b.png')
  await vi.waitFor(() => expect(events.size).toBe(2))
  for (const callbacks of events.values()) callbacks.onDone()
  await vi.waitFor(() => expect(states()).toEqual({ 'a.mp4': 'done', 'b.png': 'done' }))
  expect(makePoster.mock.calls.map(([id]) => id)).toEqual([queue.items()[0]?.id])
})

it('a library that is full says so', async () => {
  const { queue, events, add, take, states } = open()
  add.mockRejectedValue(Object.assign(new Error('full'), { cause: { code: 'MEDIA_FULL' } }))
  take('a.png')
  await vi.waitFor(() => expect(events.size).toBe(1))
  events.get('a.png')?.onDone()
  await vi.waitFor(() => expect(states()).toEqual({ 'a.png': 'failed' }))
  expect(queue.items()[0]?.failure).toBe('MEDIA_FULL')
})
