import { useMemo, useSyncExternalStore } from 'react'
import type { CaptionTrack, PlayerAdapter, PlayerEvent, Spans } from './player-adapter'

export type PlayerState = {
  position: number
  duration: number
  paused: boolean
  ended: boolean
  waiting: boolean
  rate: number
  volume: number
  muted: boolean
  buffered: Spans
  captionTracks: readonly CaptionTrack[]
  captionLines: readonly string[]
  isPictureInPicture: boolean
}

const AT_REST: PlayerState = {
  position: 0,
  duration: 0,
  paused: true,
  ended: false,
  waiting: false,
  rate: 1,
  volume: 1,
  muted: false,
  buffered: [],
  captionTracks: [],
  captionLines: [],
  isPictureInPicture: false,
}

const EVENTS: PlayerEvent[] = [
  'ready',
  'play',
  'playing',
  'pause',
  'timeupdate',
  'seeking',
  'seeked',
  'ended',
  'waiting',
  'progress',
  'durationchange',
  'ratechange',
  'volumechange',
  'captionschange',
  'pictureinpicturechange',
]

/** What a player is doing, renewed with its events. */
export function usePlayerState(player: PlayerAdapter | null): PlayerState {
  const store = useMemo(() => createStore(player), [player])
  return useSyncExternalStore(store.subscribe, store.get, () => AT_REST)
}

function createStore(player: PlayerAdapter | null) {
  let state = player ? read(player, false) : AT_REST
  return {
    get: () => state,
    subscribe(renew: () => void) {
      const offs = EVENTS.map((event) =>
        player?.on(event, () => {
          const waiting =
            event === 'waiting' || (state.waiting && !['playing', 'pause', 'seeked', 'ended'].includes(event))
          state = read(player, waiting && event !== 'timeupdate')
          renew()
        }),
      )
      return () => {
        for (const off of offs) off?.()
      }
    },
  }
}

const read = (player: PlayerAdapter, waiting: boolean): PlayerState => ({
  position: player.position,
  duration: player.duration,
  paused: player.paused,
  ended: player.ended,
  waiting,
  rate: player.rate,
  volume: player.volume,
  muted: player.muted,
  buffered: player.buffered,
  captionTracks: player.captionTracks,
  captionLines: player.captionLines,
  isPictureInPicture: player.isPictureInPicture,
})
