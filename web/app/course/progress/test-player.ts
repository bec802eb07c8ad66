import { vi } from 'vitest'
import type { WatchedPlayer } from './recorder'

type Event = Parameters<WatchedPlayer['on']>[0]
const STEP_SECONDS = 0.25

/** A player for tests: plays with the fake clock, a step of a quarter of a second at a time. */
export function createTestPlayer() {
  const listeners = new Map<Event, Set<() => void>>()
  const emit = (event: Event) => {
    for (const listener of listeners.get(event) ?? []) listener()
  }
  const player = {
    position: 0,
    paused: true,
    rate: 1,
    on(event: Event, listener: () => void) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    /** Plays; with `late`, so many seconds were played before it says so. */
    play(mediaSeconds: number, late = 0) {
      if (player.paused) {
        player.paused = false
        player.position += late
        emit('play')
      }
      for (let played = 0; played < mediaSeconds; played += STEP_SECONDS) {
        vi.advanceTimersByTime((STEP_SECONDS * 1000) / player.rate)
        player.position += STEP_SECONDS
        emit('timeupdate')
      }
    },
    pause() {
      player.paused = true
      emit('pause')
    },
    /** Goes to a second; with `late`, so many were played there before it says that it is there. */
    seek(seconds: number, late = 0) {
      player.position = seconds
      emit('seeking')
      player.position += late
      if (late > 0) emit('timeupdate')
      emit('seeked')
    },
    jump(seconds: number) {
      player.position = seconds
      emit('timeupdate')
    },
  }
  return player
}
