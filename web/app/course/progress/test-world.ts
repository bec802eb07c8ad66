import { createServerClock } from '~/shared/client/server-clock'
import type { PendingProgress } from './pending-progress.rules'
import { createMemoryPendingStore, type PendingStore } from './pending-store'
import { isLessonComplete } from './progress.rules'
import { joinStates, type LessonProgress, NOTHING_WATCHED, watchedAt } from './progress-merge.rules'
import { createProgressQueue, type ProgressQueue } from './progress-queue'
import { DURATIONS, type History, type HistoryEvent, type Tab } from './test-histories'
import { type Arrival, createNetwork } from './test-network'
import { type Act, joined } from './test-server'
import { addRange } from './watched-ranges.rules'

const USER = 'dana'
const TABS_OF_A_DEVICE = 2

export type Outcome = {
  /** What the server holds of each lesson. */
  rows: LessonProgress[]
  /** What the ideal viewer did, by lesson, in true time. */
  lived: (PendingProgress['state'] | Act)[][]
  /** What the ideal viewer watched and a browser had stored, by lesson. */
  kept: LessonProgress[]
  /** The same with what was watched in the moment in which a tab died, which may be lost. */
  watched: LessonProgress[]
  /** What reached the database, in its order. */
  arrivals: Arrival[]
  /** The same with what people erased in between. */
  log: (Arrival | Act)[]
  /** How many entries the browsers still keep, which should be none. */
  left: number
}

type Device = { skew: number; store: PendingStore; isOnline: boolean }
type Page = {
  queue: ProgressQueue
  isAlive: boolean
  clock: ReturnType<typeof createServerClock>
  device: Device
  learn: () => void
}
type Network = ReturnType<typeof createNetwork>

/** Whether a state holds all of `lower` and nothing beyond `upper`. */
export function isBetween(
  lower: LessonProgress,
  state: LessonProgress,
  upper: LessonProgress,
  seconds: number,
): boolean {
  const same = (a: LessonProgress, b: LessonProgress) => JSON.stringify(a) === JSON.stringify(b)
  return same(joinStates(lower, state, seconds), state) && same(joinStates(state, upper, seconds), upper)
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Plays a history that begins at `start` (ms) with the real queue, over a network and a server as bad as it says; then
 * lets everything come to rest: delayed requests arrive, the server runs, every tab saves once more.
 */
export async function playHistory(
  { events, fates, skews }: History,
  start: number,
  merge = joined,
  stamps: 'of the server' | 'of the device' = 'of the server',
): Promise<Outcome> {
  const network = createNetwork(fates, merge)
  network.server.now = start
  const devices = skews.map((skew): Device => ({ skew, store: createMemoryPendingStore(), isOnline: true }))
  const pages = devices.flatMap((device) => Array.from({ length: TABS_OF_A_DEVICE }, () => openPage(device, network)))
  const kept: LessonProgress[] = DURATIONS.map(() => NOTHING_WATCHED)
  const watched = [...kept]
  const lived: Outcome['lived'] = DURATIONS.map(() => [])
  const remember = (states: LessonProgress[], { lessonId, state, durationSeconds }: PendingProgress) => {
    const lesson = Number(lessonId)
    const { pieces: _, ...untimed } = state
    states[lesson] = joinStates(states[lesson] ?? NOTHING_WATCHED, untimed, durationSeconds)
  }
  const kill = (tab: Tab, page: Page) => {
    page.isAlive = false
    page.queue.stop()
    pages[tab] = openPage(page.device, network)
  }

  function happenInTab(what: HistoryEvent & { tab: Tab }): void {
    const page = pages[what.tab]
    if (!page) return
    if (what.do === 'watch') {
      const pending = watch(page, what, network.server.now, stamps === 'of the server')
      if (!pending) return
      lived[what.lesson]?.push({ ...pending.state, lastWatched: network.server.now })
      remember(watched, pending)
      page.queue.add(pending)
      if (what.thenDie) kill(what.tab, page)
      else remember(kept, pending)
    } else if (what.do === 'flush') void page.queue.flush(USER)
    else if (what.do === 'hide') page.queue.flushOnHide(USER)
    else if (what.do === 'kill') kill(what.tab, page)
    else page.device.isOnline = what.do === 'plug in'
  }

  function happenToServer(what: HistoryEvent & { pick: number }): void {
    if (what.do === 'stop server' || what.do === 'start server') network.server.isUp = what.do === 'start server'
    else if (!network.server.isUp) return
    else if (what.do === 'replay something old') network.replay(what.pick)
    else network.release(what.pick)
  }

  /** Somebody sets a clock back, or a device starts anew with a clock that shows anything. */
  function happenToClock({ do: what, device: number, by }: Extract<HistoryEvent, { by: number }>): void {
    const device = devices[number]
    if (!device) return
    if (what === 'set clock back') {
      device.skew -= by
      return
    }
    device.skew = by % 2 === 0 ? by : -by
    for (const [tab, page] of pages.entries()) if (page.device === device) kill(tab as Tab, page)
  }

  function erase(what: Act): void {
    if (!network.act(what)) return
    for (const [lesson, life] of lived.entries()) if (what.do === 'reset' || lesson === what.lesson) life.push(what)
  }

  await settle()
  for (const { event, after } of events) {
    network.server.now += after
    if ('tab' in event) happenInTab(event)
    else if ('pick' in event) happenToServer(event)
    else if ('device' in event) happenToClock(event)
    else erase({ ...event, at: network.server.now })
    await settle()
  }
  for (const device of devices) device.isOnline = true
  network.comeToRest()
  await settle()
  for (const page of pages) await page.queue.flush(USER)
  await settle()
  for (const page of pages) page.queue.stop()
  const left = (await Promise.all(devices.map(({ store }) => store.all()))).flat().length
  const rows = network.held.map(({ row }) => row ?? NOTHING_WATCHED)
  return { rows, arrivals: network.arrivals, log: network.log, lived, kept, watched, left }
}

/** A tab with a queue of its own over the device's store; once it is dead, nothing of it reaches store or sender. */
function openPage(device: Device, network: Network): Page {
  const isAlive = () => page.isAlive
  const store: PendingStore = {
    all: async () => (page.isAlive ? device.store.all() : []),
    change: async (key, change) => (page.isAlive ? device.store.change(key, change) : undefined),
  }
  const opened = network.server.now
  const steady = () => network.server.now - opened
  const clock = createServerClock({ date: () => network.server.now + device.skew, steady })
  const learn = () => {
    if (device.isOnline && network.server.isUp) clock.learn(new Date(network.server.now).toUTCString(), steady())
  }
  const heard = (arrived: boolean) => {
    if (arrived) learn()
    return arrived
  }
  const queue = createProgressQueue({
    store: Promise.resolve(store),
    save: async (updates) => (heard(await network.send(updates, false, isAlive)) ? 'saved' : 'later'),
    saveOnHide: async (updates) => heard(await network.send(updates, true, isAlive)),
    accessToken: async () => 'token',
    ownerOf: () => USER,
    isOnline: () => device.isOnline,
    onLost: () => undefined,
  })
  const page: Page = { queue, isAlive: true, clock, device, learn }
  learn()
  void queue.prepare()
  return page
}

/**
 * What the recorder of a tab writes down after so many seconds of a lesson were played; nothing before the page has
 * heard from the server.
 */
function watch(
  page: Page,
  what: HistoryEvent & { do: 'watch' },
  now: number,
  isTimeKnown: boolean,
): PendingProgress | null {
  if (page.clock.now() === null) page.learn()
  if (page.clock.now() === null) return null
  const { lesson, from, seconds, byHand } = what
  const durationSeconds = DURATIONS[lesson]
  const begin = from % durationSeconds
  const position = Math.min(begin + seconds, durationSeconds)
  const ranges = addRange([], begin, position)
  const completed = byHand || isLessonComplete(ranges, durationSeconds)
  const watched = { ranges, watchedUntil: position, completed, position }
  const state = watchedAt(watched, isTimeKnown ? page.clock.now() : null, now + page.device.skew)
  return { userId: USER, lessonId: String(lesson), courseId: 'course', durationSeconds, state }
}
