import type Player from '@vimeo/player'
import { createEmitter, type PlayerAdapter, type Spans } from './player-adapter'

/** Address of an embedded Vimeo video: no tracking, without controls of its own. */
export function vimeoAddress(videoId: string, startAt: number): string {
  const options = new URLSearchParams({
    dnt: '1',
    controls: '0',
    keyboard: '0',
    playsinline: '1',
    title: '0',
    byline: '0',
  })
  return `https://player.vimeo.com/video/${encodeURIComponent(videoId)}?${options}#t=${Math.floor(startAt)}s`
}

/** Without a sign of life for this long, Vimeo counts as not reachable. */
const LOADING_DEADLINE_MS = 15_000

type TimeReport = { seconds: number; duration: number }
type BufferReport = TimeReport & { percent: number }

/** The adapter of a Vimeo frame; what Vimeo tells in messages is kept here, so that it can be read at once. */
export function createVimeoAdapter(vimeo: Player, captionLanguage: string | undefined): PlayerAdapter {
  const { on, emit } = createEmitter()
  const now = { position: 0, duration: 0, paused: true, ended: false, rate: 1, volume: 1, muted: false }
  let buffered: Spans = []
  const ignore = () => undefined

  const time = ({ seconds, duration }: TimeReport) => {
    now.position = seconds
    now.duration = duration
  }
  const deadline = setTimeout(() => emit('error'), LOADING_DEADLINE_MS)
  vimeo.on('loaded', () => {
    clearTimeout(deadline)
    void vimeo.getDuration().then((duration) => {
      now.duration = duration
      emit('ready')
      emit('durationchange')
    }, ignore)
  })
  vimeo.on('play', (report: TimeReport) => {
    time(report)
    Object.assign(now, { paused: false, ended: false })
    emit('play')
  })
  vimeo.on('playing', () => emit('playing'))
  vimeo.on('pause', (report: TimeReport) => {
    time(report)
    now.paused = true
    emit('pause')
  })
  vimeo.on('timeupdate', (report: TimeReport) => {
    time(report)
    emit('timeupdate')
  })
  vimeo.on('seeking', (report: TimeReport) => {
    time(report)
    emit('seeking')
  })
  vimeo.on('seeked', (report: TimeReport) => {
    time(report)
    emit('seeked')
  })
  vimeo.on('ended', (report: TimeReport) => {
    time(report)
    Object.assign(now, { paused: true, ended: true })
    emit('ended')
  })
  vimeo.on('bufferstart', () => emit('waiting'))
  vimeo.on('bufferend', () => emit('playing'))
  vimeo.on('progress', ({ percent, duration }: BufferReport) => {
    buffered = [[0, percent * duration]]
    emit('progress')
  })
  vimeo.on('playbackratechange', ({ playbackRate }: { playbackRate: number }) => {
    now.rate = playbackRate
    emit('ratechange')
  })
  vimeo.on('volumechange', ({ volume }: { volume: number }) => {
    if (!now.muted) now.volume = volume
    emit('volumechange')
  })
  vimeo.on('error', () => emit('error'))
  vimeo.ready().catch(() => emit('error'))

  return {
    get position() {
      return now.position
    },
    get duration() {
      return now.duration
    },
    get paused() {
      return now.paused
    },
    get ended() {
      return now.ended
    },
    get rate() {
      return now.rate
    },
    get volume() {
      return now.volume
    },
    get muted() {
      return now.muted
    },
    get buffered() {
      return buffered
    },
    play: () => void vimeo.play().catch(ignore),
    pause: () => void vimeo.pause().catch(ignore),
    seek: (seconds) => void vimeo.setCurrentTime(Math.max(0, seconds)).catch(ignore),
    setRate: (rate) => void vimeo.setPlaybackRate(rate).catch(ignore),
    setVolume(volume) {
      now.volume = volume
      void vimeo.setVolume(volume).catch(ignore)
    },
    setMuted(muted) {
      now.muted = muted
      void vimeo.setMuted(muted).catch(ignore)
      emit('volumechange')
    },
    setCaptions(visible) {
      const change = visible && captionLanguage ? vimeo.enableTextTrack(captionLanguage) : vimeo.disableTextTrack()
      void change.catch(ignore)
    },
    togglePictureInPicture: () => void vimeo.requestPictureInPicture().catch(ignore),
    on,
  }
}
