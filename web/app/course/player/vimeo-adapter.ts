import type Player from '@vimeo/player'
import { type CaptionTrack, createEmitter, type PlayerAdapter, type Spans } from './player-adapter'

/**
 * Address of an embedded Vimeo video: no tracking, without controls of its own.
 * @param videoId its number, behind it the code of an unlisted video (`123456789/abcdef1234`)
 */
export function vimeoAddress(videoId: string, startAt: number): string {
  const [number = '', code] = videoId.split('/')
  const options = new URLSearchParams({
    ...(code && { h: code }),
    dnt: '1',
    controls: '0',
    keyboard: '0',
    playsinline: '1',
    title: '0',
    byline: '0',
  })
  return `https://player.vimeo.com/video/${encodeURIComponent(number)}?${options}#t=${Math.floor(startAt)}s`
}

type TimeReport = { seconds: number; duration: number }
type CueReport = { cues: readonly { text: string }[] }

/** The adapter of a Vimeo frame that begins at `startAt`; what Vimeo tells in messages is kept, to be read at once. */
export function createVimeoAdapter(vimeo: Player, startAt: number): PlayerAdapter {
  const { on, emit } = createEmitter()
  const now = {
    position: Math.floor(startAt),
    duration: 0,
    paused: true,
    ended: false,
    rate: 1,
    volume: 1,
    muted: false,
    isPictureInPicture: false,
    captionLines: [] as readonly string[],
    captionTracks: [] as CaptionTrack[],
    buffered: [] as Spans,
  }
  const ignore = () => undefined

  const time = ({ seconds, duration }: TimeReport) => {
    now.position = seconds
    now.duration = duration
  }
  const relay = (
    event: 'play' | 'pause' | 'timeupdate' | 'seeking' | 'seeked' | 'ended',
    change: Partial<typeof now>,
  ) =>
    vimeo.on(event, (report: TimeReport) => {
      time(report)
      Object.assign(now, change)
      emit(event)
    })
  relay('play', { paused: false, ended: false })
  relay('pause', { paused: true })
  relay('timeupdate', {})
  relay('seeking', { ended: false })
  relay('seeked', {})
  relay('ended', { paused: true, ended: true })
  vimeo.on('playing', () => emit('playing'))
  vimeo.on('bufferstart', () => emit('waiting'))
  vimeo.on('bufferend', () => emit('playing'))
  vimeo.on('progress', () => {
    vimeo.getBuffered().then((ranges) => {
      now.buffered = ranges as unknown as Spans
      emit('progress')
    }, ignore)
  })
  vimeo.on('playbackratechange', ({ playbackRate }: { playbackRate: number }) => {
    now.rate = playbackRate
    emit('ratechange')
  })
  vimeo.on('volumechange', ({ volume }: { volume: number }) => {
    if (!now.muted) now.volume = volume
    emit('volumechange')
  })
  vimeo.on('cuechange', ({ cues }: CueReport) => {
    now.captionLines = cues.flatMap(({ text }) => text.split('\n').filter(Boolean))
    emit('captionschange')
  })
  const presence = (active: boolean) => () => {
    now.isPictureInPicture = active
    emit('pictureinpicturechange')
  }
  vimeo.on('enterpictureinpicture', presence(true))
  vimeo.on('leavepictureinpicture', presence(false))
  vimeo.on('error', (report?: { method?: string }) => {
    // A refused call concerns its caller; only what befell the video itself is trouble.
    if (!report?.method) emit('error')
  })
  vimeo
    .ready()
    .then(() => vimeo.getDuration())
    .then(
      (duration) => {
        now.duration = duration
        emit('ready')
        emit('durationchange')
        vimeo.getTextTracks().then((tracks) => {
          now.captionTracks = tracks.map(({ language, label }) => ({ lang: language, label }))
          emit('captionschange')
        }, ignore)
      },
      () => emit('error'),
    )

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
      return now.buffered
    },
    get captionTracks() {
      return now.captionTracks
    },
    get captionLines() {
      return now.captionLines
    },
    get isPictureInPicture() {
      return now.isPictureInPicture
    },
    play: () => void vimeo.play().catch(ignore),
    pause: () => void vimeo.pause().catch(ignore),
    seek(seconds) {
      now.position = Math.min(Math.max(0, seconds), now.duration || seconds)
      now.ended = false
      emit('seeking')
      void vimeo.setCurrentTime(now.position).catch(ignore)
    },
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
    chooseCaptions(lang) {
      now.captionLines = []
      const change = lang ? vimeo.enableTextTrack(lang, undefined, false) : vimeo.disableTextTrack()
      void change.catch(ignore)
    },
    togglePictureInPicture() {
      const change = now.isPictureInPicture ? vimeo.exitPictureInPicture() : vimeo.requestPictureInPicture()
      void change.catch(ignore)
    },
    on,
  }
}
