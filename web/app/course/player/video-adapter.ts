import type { PlayerAdapter, PlayerEvent } from './player-adapter'

const NATIVE_NAMES: Partial<Record<PlayerEvent, readonly string[]>> = {
  ready: ['loadedmetadata'],
  pictureinpicturechange: ['enterpictureinpicture', 'leavepictureinpicture'],
}

/**
 * The adapter of the browser's own video element. It begins at `startAt` (seconds), and when the address of the video
 * is replaced it goes on where it was, playing if it played or was asked to meanwhile.
 */
export function createVideoAdapter(video: HTMLVideoElement, startAt: number): PlayerAdapter {
  let held = startAt
  let wantsToPlay = false
  const isLoaded = () => video.readyState > 0
  const hold = () => {
    if (isLoaded()) held = video.currentTime
  }
  video.addEventListener('timeupdate', hold)
  video.addEventListener('seeking', hold)
  video.addEventListener('play', () => {
    wantsToPlay = true
  })
  video.addEventListener('pause', () => {
    if (isLoaded() && !video.error) wantsToPlay = false
  })
  video.addEventListener('loadedmetadata', () => {
    if (held > 0) video.currentTime = held
    if (wantsToPlay) play()
  })
  const play = () => {
    wantsToPlay = true
    // A browser that plays nothing without a press leaves the button as it is; anything else may still come.
    video.play()?.catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === 'NotAllowedError') wantsToPlay = false
    })
  }

  return {
    get position() {
      return isLoaded() ? video.currentTime : held
    },
    get duration() {
      return Number.isFinite(video.duration) ? video.duration : 0
    },
    get paused() {
      return video.paused
    },
    get ended() {
      return video.ended
    },
    get rate() {
      return video.playbackRate
    },
    get volume() {
      return video.volume
    },
    get muted() {
      return video.muted
    },
    get buffered() {
      const ranges = video.buffered
      return Array.from({ length: ranges?.length ?? 0 }, (_, i) => [ranges.start(i), ranges.end(i)] as const)
    },
    play,
    pause() {
      wantsToPlay = false
      video.pause()
    },
    seek(seconds) {
      const end = Number.isFinite(video.duration) ? video.duration : seconds
      held = Math.min(Math.max(0, seconds), end)
      if (isLoaded()) video.currentTime = held
    },
    setRate(rate) {
      video.defaultPlaybackRate = rate
      video.playbackRate = rate
    },
    setVolume(volume) {
      video.volume = volume
    },
    setMuted(muted) {
      video.muted = muted
    },
    captionTracks: [],
    captionLines: [],
    chooseCaptions: () => undefined,
    get isPictureInPicture() {
      return document.pictureInPictureElement === video
    },
    togglePictureInPicture: pictureInPicture(video),
    on(event, listener) {
      const names = NATIVE_NAMES[event] ?? [event]
      for (const name of names) video.addEventListener(name, listener)
      return () => {
        for (const name of names) video.removeEventListener(name, listener)
      }
    },
  }
}

function pictureInPicture(video: HTMLVideoElement): (() => void) | null {
  if (!document.pictureInPictureEnabled || video.disablePictureInPicture) return null
  return () => {
    const change = document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture()
    change.catch(() => undefined)
  }
}
