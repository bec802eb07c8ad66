import type { PendingProgress } from './pending-progress.rules'
import { createMemoryPendingStore, type PendingStore } from './pending-store'
import { isLessonComplete } from './progress.rules'
import { joinStates, type LessonProgress, NOTHING_WATCHED } from './progress-merge.rules'
import { createProgressQueue, type ProgressQueue } from './progress-queue'
import { DURATIONS, type History, type HistoryEvent, type Tab } from './test-histories'
import { type Arrival, createNetwork, joined } from './test-network'
import { addRange, type WatchedRanges } from './watched-ranges.rules'

const USER = 'dana'
const TABS_OF_A_DEVICE = 2

export type Outcome = {
  /** What the server holds of each lesson. */
  rows: LessonProgress[]
  /** What the ideal viewer watched and a browser had stored, by lesson. */
  kept: LessonProgress[]
  /** The same with what was watched in the moment in which a tab died, which may be lost. */
  watched: LessonProgress[]
  /** What reached the database, in its order. */
  arrivals: Arrival[]
  /** How many entries the browsers still keep, which should be none. */
  left: number
}

type Device = { skew: number; store: PendingStore; isOnline: boolean }
type Page = { queue: ProgressQueue; isAlive: boolean; fresh: WatchedRanges[]; furthest: number[]; device: Device }
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
export async function playHistory({ events, fates, skews }: History, start: number, merge = joined): Promise<Outcome> {
  const network = createNetwork(fates, merge)
  const devices = skews.map((skew): Device => ({ skew, store: createMemoryPendingStore(), isOnline: true }))
  const pages = devices.flatMap((device) => Array.from({ length: TABS_OF_A_DEVICE }, () => openPage(device, network)))
  const kept: LessonProgress[] = DURATIONS.map(() => NOTHING_WATCHED)
  const watched = [...kept]
  const remember = (states: LessonProgress[], { lessonId, state, durationSeconds }: PendingProgress) => {
    const lesson = Number(lessonId)
    states[lesson] = joinStates(states[lesson] ?? NOTHING_WATCHED, state, durationSeconds)
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
      const pending = watch(page, what, network.server.now)
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

  network.server.now = start
  await settle()
  for (const { event, after } of events) {
    network.server.now += after
    if ('tab' in event) happenInTab(event)
    else happenToServer(event)
    await settle()
  }
  for (const device of devices) device.isOnline = true
  network.comeToRest()
  await settle()
  for (const page of pages) await page.queue.flush(USER)
  await settle()
  for (const page of pages) page.queue.stop()
  const left = (await Promise.all(devices.map(({ store }) => store.all()))).flat().length
  return { rows: network.rows, arrivals: network.arrivals, kept, watched, left }
}

/** A tab with a queue of its own over the device's store; once it is dead, nothing of it reaches store or sender. */
function openPage(device: Device, network: Network): Page {
  const isAlive = () => page.isAlive
  const store: PendingStore = {
    all: async () => (page.isAlive ? device.store.all() : []),
    change: async (key, change) => (page.isAlive ? device.store.change(key, change) : undefined),
  }
  const queue = createProgressQueue({
    store: Promise.resolve(store),
    save: async (updates) => ((await network.send(updates, false, isAlive)) ? 'saved' : 'later'),
    saveOnHide: (updates) => network.send(updates, true, isAlive),
    accessToken: async () => 'token',
    ownerOf: () => USER,
    isOnline: () => device.isOnline,
    onLost: () => undefined,
  })
  const fresh = DURATIONS.map((): WatchedRanges => [])
  const page: Page = { queue, isAlive: true, fresh, furthest: DURATIONS.map(() => 0), device }
  void queue.prepare()
  return page
}

/** What the recorder of a tab writes down after so many seconds of a lesson were played. */
function watch(page: Page, what: HistoryEvent & { do: 'watch' }, now: number): PendingProgress {
  const { lesson, from, seconds, byHand } = what
  const durationSeconds = DURATIONS[lesson]
  const begin = from % durationSeconds
  const position = Math.min(begin + seconds, durationSeconds)
  const ranges = addRange(page.fresh[lesson] ?? [], begin, position)
  const watchedUntil = Math.max(page.furthest[lesson] ?? 0, position)
  page.fresh[lesson] = ranges
  page.furthest[lesson] = watchedUntil
  const completed = byHand || isLessonComplete(ranges, durationSeconds)
  const state = { ranges, watchedUntil, completed, position, lastWatched: now + page.device.skew }
  return { userId: USER, lessonId: String(lesson), courseId: 'course', durationSeconds, state }
}
