export type PlayerEvent =
  | 'ready'
  | 'play'
  | 'playing'
  | 'pause'
  | 'timeupdate'
  | 'seeking'
  | 'seeked'
  | 'ended'
  | 'waiting'
  | 'progress'
  | 'durationchange'
  | 'ratechange'
  | 'volumechange'
  | 'captionschange'
  | 'pictureinpicturechange'
  | 'error'

/** Spans of media seconds with fractions. */
export type Spans = readonly (readonly [start: number, end: number])[]

/** Captions that come with the video itself, by their language (`he`). */
export type CaptionTrack = { lang: string; label: string }

/** What the lesson page knows of a player, whoever shows the video. Seconds of media time; volume 0 to 1. */
export interface PlayerAdapter {
  readonly position: number
  /** 0 while unknown. */
  readonly duration: number
  readonly paused: boolean
  readonly ended: boolean
  readonly rate: number
  readonly volume: number
  readonly muted: boolean
  readonly buffered: Spans
  play(): void
  pause(): void
  seek(seconds: number): void
  setRate(rate: number): void
  setVolume(volume: number): void
  setMuted(muted: boolean): void
  /** Captions of the host, for lessons that have none of their own; they are told, not drawn. */
  readonly captionTracks: readonly CaptionTrack[]
  /** What is to be read now of the chosen track. */
  readonly captionLines: readonly string[]
  chooseCaptions(lang: string | null): void
  readonly isPictureInPicture: boolean
  /** Null where the browser cannot. */
  togglePictureInPicture: (() => void) | null
  on(event: PlayerEvent, listener: () => void): () => void
}

/** Keeps listeners by event; what every adapter that is not an element itself needs. */
export function createEmitter() {
  const listeners = new Map<PlayerEvent, Set<() => void>>()
  return {
    on(event: PlayerEvent, listener: () => void) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    emit(event: PlayerEvent) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener()
    },
  }
}
