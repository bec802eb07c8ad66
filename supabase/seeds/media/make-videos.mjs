/**
 * Renders the lesson films and their posters: npx tsx supabase/seeds/media/make-videos.mjs [key...]
 * Needs ffmpeg and a Chromium (CHROMIUM_PATH). FRAMES=<folder> writes a still of each line instead of the films.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transcriptOf, videos } from '../content/videos.ts'
import { openStage } from './browser.mjs'
import { colour, line, moved, rect, tag } from './look.mjs'
import { compound, fees, mortgage } from './scenes/growth.mjs'
import { budget, index, inflation } from './scenes/shares.mjs'
import { brackets, risk } from './scenes/steps.mjs'
import { timeSound } from './sound.mjs'

const WIDTH = 854
const HEIGHT = 480
const RATE = 12
const scenes = { compound, fees, mortgage, budget, index, inflation, brackets, risk }
const folder = (name) => fileURLToPath(new URL(name, import.meta.url))

const css = `.top{position:absolute;inset:0 0 auto;height:56px;padding:0 54px;display:flex;align-items:center;justify-content:space-between;border-bottom:1px solid ${colour.rule}}
.top h1{font-size:25px;line-height:1}
.clock{direction:ltr;display:flex;gap:10px;align-items:center;font-size:27px;font-weight:700}
.line{position:absolute;inset:66px 54px auto;font-size:23px;line-height:1.35;font-weight:600;text-wrap:balance}
.foot{position:absolute;inset:auto 54px 10px;font-size:14px;color:${colour.ink3};display:flex;justify-content:space-between}
.done{position:absolute;left:0;bottom:0;height:4px;background:${colour.green}}
svg.scene{position:absolute;inset:0}`

const clockFace = (second) => {
  const part = ((second % 10) + 1) / 10
  return `<svg width="30" height="30" viewBox="0 0 30 30"><circle cx="15" cy="15" r="11" fill="none" stroke="${colour.rule2}" stroke-width="4"/><circle cx="15" cy="15" r="11" fill="none" stroke="${colour.green}" stroke-width="4" stroke-dasharray="${(part * 69.1).toFixed(1)} 70" transform="rotate(-90 15 15)"/></svg>`
}

/** The opening: the film's name over the mark of the house, whose bars rise once. */
function opening(video, time) {
  const bars = [34, 62, 92, 128]
    .map((height, place) => {
      const risen = height * moved(time, 0.2 + place * 0.25, 1)
      return rect(367 + place * 36, 262 - risen, 12, risen, colour.ink, { rx: 6 })
    })
    .join('')
  const dot = tag('circle', { cx: 481, cy: 262 - 128, r: 15 * moved(time, 1.6, 0.6), fill: colour.green })
  const name = tag(
    'text',
    { x: 427, y: 352, class: 'serif', direction: 'rtl', 'text-anchor': 'middle', 'font-size': 58, fill: colour.ink },
    video.title,
  )
  return bars + dot + line(340, 272, 514, 272, colour.ink, 6, { 'stroke-linecap': 'round' }) + name
}

function frame(video, cues, time) {
  const second = Math.floor(time + 0.001)
  const cue = cues.findLast(({ start }) => start <= time + 0.001)
  const shown = `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`
  return `<div class="top"><h1 class="serif">${video.title}</h1><span class="clock">${clockFace(second)}<span>${shown}</span></span></div>
<p class="line">${cue.text}</p><svg class="scene" width="${WIDTH}" height="${HEIGHT}">${time < cues[1].start ? opening(video, time) : scenes[video.key](time)}</svg>
<p class="foot"><span>האקדמיה לפיננסים</span><span>לימוד בלבד, אינו ייעוץ</span></p><div class="done" style="width:${((second / video.seconds) * 100).toFixed(1)}%"></div>`
}

/** Draws one frame and returns it as a JPEG. */
async function shoot(stage, html) {
  await stage.page.evaluate((inner) => {
    document.getElementById('stage').innerHTML = inner
  }, html)
  return stage.page.screenshot({ type: 'jpeg', quality: 92 })
}

async function run(command, args, feed) {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'] })
  await feed?.(child.stdin)
  child.stdin.end()
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function film(stage, video, work) {
  const cues = transcriptOf(video)
  const sound = join(work, `${video.key}.wav`)
  writeFileSync(sound, timeSound(video.seconds))
  const input = [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'image2pipe',
    '-c:v',
    'mjpeg',
    '-framerate',
    String(RATE),
    '-i',
    '-',
    '-i',
    sound,
  ]
  const picture = [
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-preset',
    'slow',
    '-tune',
    'animation',
    '-crf',
    '22',
    '-g',
    '48',
  ]
  const colours = ['-vf', 'scale=in_range=pc:out_range=tv,format=yuv420p', '-color_range', 'tv']
  const audio = ['-c:a', 'aac', '-b:a', '40k', '-ac', '1', '-t', String(video.seconds), '-movflags', '+faststart']
  const out = join(folder('videos'), `${video.key}.mp4`)
  await run('ffmpeg', [...input, ...picture, ...colours, ...audio, out], async (pipe) => {
    let last = ''
    let image = Buffer.alloc(0)
    for (let at = 0; at < video.seconds * RATE; at += 1) {
      const html = frame(video, cues, at / RATE)
      if (html !== last) image = await shoot(stage, html)
      last = html
      if (!pipe.write(image)) await once(pipe, 'drain')
    }
  })
}

async function poster(stage, video, work) {
  const cues = transcriptOf(video)
  const still = join(work, `${video.key}.jpg`)
  writeFileSync(still, await shoot(stage, frame(video, cues, cues.at(-2).end - 0.5)))
  mkdirSync(folder('images/posters'), { recursive: true })
  await run('cwebp', [
    '-quiet',
    '-q',
    '72',
    '-m',
    '6',
    still,
    '-o',
    join(folder('images/posters'), `${video.key}.webp`),
  ])
}

const stage = await openStage(WIDTH, HEIGHT)
const work = mkdtempSync(join(tmpdir(), 'films-'))
await stage.show(`<style>${css}</style><main id="stage"></main>`)
const wanted = process.argv.slice(2)
try {
  for (const video of videos.filter(({ key }) => wanted.length === 0 || wanted.includes(key))) {
    if (process.env.FRAMES) {
      const cues = transcriptOf(video)
      for (const cue of cues) {
        writeFileSync(
          join(process.env.FRAMES, `${video.key}-${String(cue.start).padStart(2, '0')}.jpg`),
          await shoot(stage, frame(video, cues, cue.end - 0.3)),
        )
      }
      continue
    }
    await film(stage, video, work)
    await poster(stage, video, work)
  }
} finally {
  await stage.close()
  rmSync(work, { recursive: true })
}
