import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const SAVE_FIRST = fileURLToPath(
  new URL('../../supabase/seeds/media/videos/household-budget/save-first.mp4', import.meta.url),
)
/** The video of the stand-in and how long it is. */
export const STAND_IN_VIDEO = { file: SAVE_FIRST, seconds: 69 }
const ORIGIN = 'https://player.vimeo.com'

/**
 * Puts a page in the place of Vimeo's player that speaks its protocol of messages (a method is answered by its name and
 * value, an event is told only to who asked for it) and plays a real video. Gives what was asked of it, and a way to
 * cut it off.
 */
export async function standInForVimeo(page: Page): Promise<{ asked: string[]; cutOff(isCut: boolean): void }> {
  const asked: string[] = []
  let isCut = false
  await page.context().route(`${ORIGIN}/**`, (route) => {
    asked.push(route.request().url())
    if (isCut) return route.abort('connectionfailed')
    if (route.request().url().endsWith('/stand-in.mp4'))
      return route.fulfill({ contentType: 'video/mp4', body: readFileSync(STAND_IN_VIDEO.file) })
    return route.fulfill({ contentType: 'text/html', body: PAGE })
  })
  return {
    asked,
    cutOff(cut) {
      isCut = cut
    },
  }
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>stand-in</title>
<style>html, body, video { margin: 0; width: 100%; height: 100%; background: black }</style>
<video playsinline></video>
<script>
const video = document.querySelector('video')
const asked = new Set()
const tell = (message) => parent.postMessage(message, '*')
const time = () => ({ seconds: video.currentTime, duration: video.duration, percent: video.currentTime / video.duration })
const event = (name, data) => asked.has(name) && tell({ event: name, data })
for (const name of ['play', 'playing', 'pause', 'ended', 'timeupdate', 'seeking', 'seeked', 'progress'])
  video.addEventListener(name, () => event(name, time()))
video.addEventListener('waiting', () => event('bufferstart'))
video.addEventListener('canplay', () => event('bufferend'))
video.addEventListener('ratechange', () => event('playbackratechange', { playbackRate: video.playbackRate }))
video.addEventListener('volumechange', () => event('volumechange', { volume: video.volume }))
const loaded = new Promise((resolve) => video.addEventListener('loadedmetadata', resolve))
const track = video.addTextTrack('captions', 'עברית של Vimeo', 'he')
track.addCue(new VTTCue(0, 30, 'שורה מ־Vimeo'))
track.mode = 'disabled'
track.addEventListener('cuechange', () =>
  event('cuechange', { cues: [...track.activeCues].map(({ text }) => ({ text, html: text })) }))
const methods = {
  ping: () => loaded.then(() => undefined),
  play: () => video.play().then(() => undefined),
  pause: () => video.pause(),
  getDuration: () => loaded.then(() => video.duration),
  getBuffered: () => Array.from({ length: video.buffered.length }, (_, i) => [video.buffered.start(i), video.buffered.end(i)]),
  getTextTracks: () => [{ label: track.label, language: track.language, kind: track.kind, mode: track.mode }],
  enableTextTrack: ({ language }) => { track.mode = 'hidden'; return { language } },
  disableTextTrack: () => { track.mode = 'disabled' },
  setCurrentTime: (seconds) => { video.currentTime = seconds; return seconds },
  setPlaybackRate: (rate) => loaded.then(() => { video.playbackRate = rate; return rate }),
  setVolume: (volume) => { video.volume = volume; return volume },
  setMuted: (muted) => { video.muted = muted; return muted },
}
addEventListener('message', async ({ data: { method, value } }) => {
  if (method === 'addEventListener') return asked.add(value)
  if (method === 'removeEventListener') return asked.delete(value)
  try {
    if (!methods[method]) throw Object.assign(new Error(method + ' is not known'), { name: 'TypeError' })
    tell({ method, value: await methods[method](value) })
  } catch ({ name, message }) {
    tell({ event: 'error', data: { method, name, message } })
  }
})
fetch('/stand-in.mp4').then((answer) => answer.blob()).then((blob) => {
  video.src = URL.createObjectURL(blob)
  const start = /t=(\\d+)s/.exec(location.hash)?.[1]
  loaded.then(() => { if (start > 0) video.currentTime = Number(start); tell({ event: 'ready' }) })
})
</script>`
