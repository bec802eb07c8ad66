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
    play(mediaSeconds: number) {
      if (player.paused) {
        player.paused = false
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
    seek(seconds: number) {
      player.position = seconds
      emit('seeking')
      emit('seeked')
    },
    jump(seconds: number) {
      player.position = seconds
      emit('timeupdate')
    },
  }
  return player
}
