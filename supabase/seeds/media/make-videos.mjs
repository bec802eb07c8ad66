/**
 * Renders the lesson films, their posters and sheets of previews:
 *   npx tsx supabase/seeds/media/make-videos.mjs [course | course/lesson ...]
 * Needs ffmpeg, cwebp and a Chromium (CHROMIUM_PATH). FRAMES=<folder> writes a still of each line instead.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../content/catalogue.ts'
import { films, placesOf, PREVIEWS } from '../content/films.ts'
import { openStage } from './browser.mjs'
import { frame, frameCss, HEIGHT, posterFrame, WIDTH } from './film-frame.mjs'
import { filmSound } from './film-sound.mjs'
import { colour, moved } from './look.mjs'

const RATE = 8
const KEYFRAME_SECONDS = 5
const LONGEST = 150
const STEP_SECONDS = 1.4
const CLOCK = { width: 70, height: 26, x: 54, y: 447 }
const folder = (name) => fileURLToPath(new URL(name, import.meta.url))

const names = new Map(
  catalogue.flatMap(([, courses]) =>
    courses.flatMap((course) =>
      course.lessons.map((lesson) => [`${course.key}/${lesson.key}`, { title: lesson.title, course: course.title }]),
    ),
  ),
)

async function run(command, args, feed) {
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(child, 'close')
  await feed?.(child.stdin)
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

async function openFilmStage() {
  const stage = await openStage(WIDTH, HEIGHT)
  await stage.show(`<style>${frameCss}</style><main id="stage"></main>`)
  const shoot = async (html, options = { type: 'jpeg', quality: 94 }) => {
    await stage.page.evaluate((inner) => {
      document.getElementById('stage').innerHTML = inner
    }, html)
    return stage.page.screenshot(options)
  }
  return { shoot, close: stage.close }
}

/** The pictures of the clock in the corner, one for each second; returns the pattern of their names. */
async function drawClock(stage, work) {
  for (let second = 0; second <= LONGEST; second += 1) {
    const shown = `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`
    const html = `<p dir="ltr" style="position:absolute;inset:0 auto auto 0;width:${CLOCK.width}px;height:${CLOCK.height}px;font-size:20px;line-height:${CLOCK.height}px;font-weight:700;color:${colour.ink2}">${shown}</p>`
    const clip = { x: 0, y: 0, width: CLOCK.width, height: CLOCK.height }
    writeFileSync(join(work, `clock-${String(second).padStart(3, '0')}.png`), await stage.shoot(html, { type: 'png', clip }))
  }
  return join(work, 'clock-%03d.png')
}

/** What a film shows at a time: how much of the chart, and how far the opening has come. */
function stateAt(film, time) {
  const index = film.cues.findLastIndex(({ start }) => start <= time + 0.001)
  const cue = film.cues[index]
  const before = film.cues[index - 1]?.shown ?? 0
  const length = Math.min(cue.end - cue.start - 1.5, STEP_SECONDS + 0.6 * Math.max(0, cue.shown - before - 1))
  const risen = moved(time, cue.start, length)
  return { cue, shown: before + (cue.shown - before) * risen, risen: moved(time, 0, 2) }
}

const write = async (pipe, image) => {
  if (!pipe.write(image)) await once(pipe, 'drain')
}

async function film(stage, one, { work, clock }) {
  const places = placesOf(one.key)
  const out = folder(`videos/${one.key}.mp4`)
  const sheet = join(work, 'sheet.png')
  const sound = join(work, 'sound.wav')
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(sound, filmSound(one))
  const { everySeconds, columns, tileWidth, tileHeight } = PREVIEWS
  const tiles = Math.ceil(Math.ceil(one.seconds / everySeconds) / columns)
  const paper = colour.paper.replace('#', '0x')
  const filters = [
    `[0:v]scale=in_range=pc:out_range=tv,format=yuv420p[picture]`,
    `[picture][1:v]overlay=${CLOCK.x}:${CLOCK.y}:eof_action=repeat,split[film][small]`,
    `[small]select='not(mod(n,${RATE * everySeconds}))',scale=${tileWidth}:${tileHeight}:flags=area,tile=${columns}x${tiles}:color=${paper}[sheet]`,
  ].join(';')
  const inputs = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', RATE, '-i', '-', '-framerate', 1, '-i', clock, '-i', sound]
  const picture = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'slow', '-tune', 'animation', '-crf', 31, '-threads', 1]
  const stream = ['-g', RATE * KEYFRAME_SECONDS, '-color_range', 'tv', '-c:a', 'aac', '-b:a', '12k', '-ac', 1]
  const film = ['-map', '[film]', '-map', '2:a', ...picture, ...stream, '-t', one.seconds, '-movflags', '+faststart', out]
  const previews = ['-map', '[sheet]', '-frames:v', 1, '-update', 1, sheet]
  const args = ['-y', '-loglevel', 'error', ...inputs, '-filter_complex', filters, ...film, ...previews]
  await run('ffmpeg', args.map(String), async (pipe) => {
    let last = ''
    let image = Buffer.alloc(0)
    for (let at = 0; at < one.seconds * RATE; at += 1) {
      const { cue, shown, risen } = stateAt(one, at / RATE)
      const html = frame(one, cue, shown, risen)
      if (html !== last) image = await stage.shoot(html)
      last = html
      await write(pipe, image)
    }
  })
  await toWebp(sheet, places.previews, 40)
  const still = join(work, 'poster.png')
  writeFileSync(still, await stage.shoot(posterFrame(one), { type: 'png' }))
  await toWebp(still, places.poster, 70)
}

async function toWebp(picture, place, quality) {
  const out = folder(`images/${place}`)
  mkdirSync(dirname(out), { recursive: true })
  await run('cwebp', ['-quiet', '-q', String(quality), '-m', '6', '-sharp_yuv', picture, '-o', out])
}

/** A still of the end of each line. */
async function stills(stage, one) {
  for (const cue of one.cues) {
    const name = `${one.key.replace('/', '-')}-${String(cue.start).padStart(3, '0')}.jpg`
    writeFileSync(join(process.env.FRAMES, name), await stage.shoot(frame(one, cue, cue.shown, 1)))
  }
}

const wanted = process.argv.slice(2)
const chosen = films
  .filter(({ key }) => wanted.length === 0 || wanted.some((name) => key === name || key.startsWith(`${name}/`)))
  .map((one) => ({ ...one, ...names.get(one.key) }))
const stage = await openFilmStage()
const work = mkdtempSync(join(tmpdir(), 'films-'))
try {
  const clock = process.env.FRAMES ? '' : await drawClock(stage, work)
  for (const one of chosen) await (process.env.FRAMES ? stills(stage, one) : film(stage, one, { work, clock }))
} finally {
  await stage.close()
  rmSync(work, { recursive: true })
}
