/**
 * Draws every picture of the demo content: npx tsx supabase/seeds/media/make-images.mjs
 * Needs cwebp and a Chromium (CHROMIUM_PATH). SHEETS=<folder> keeps the PNG pictures there as well.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { authors } from '../content/authors.ts'
import { content } from '../content/index.ts'
import { openStage } from './browser.mjs'
import { coursePicture, defaultCoursePicture } from './course-pictures.mjs'
import { cover, coverSlugs, portrait, social } from './other-pictures.mjs'

const folder = fileURLToPath(new URL('images/', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'pictures-'))
const slugOf = new Map(content.categories.map(({ id, slug }) => [id, slug]))
const keyOf = (url) => /\/courses\/([^/]+)\.webp$/.exec(url)[1]

const jobs = [
  ...content.courses.map((course) => [
    `courses/${keyOf(course.thumbnail_url)}.webp`,
    coursePicture(keyOf(course.thumbnail_url), slugOf.get(course.category_id)),
    1280,
    720,
  ]),
  ['courses/default.webp', defaultCoursePicture(), 1280, 720],
  ...authors.map(({ slug, name_he }, place) => [`authors/${slug}.webp`, portrait(name_he, place), 320, 320]),
  ...coverSlugs.map((slug) => [`articles/${slug}.webp`, cover(slug), 1200, 675]),
  ['social/academy.png', social(), 1200, 630],
]

const stage = await openStage(1280, 720)
try {
  for (const [path, svg, width, height] of jobs) {
    await stage.page.setViewportSize({ width, height })
    await stage.show(`<style>svg{display:block}</style>${svg}`)
    const png = join(work, `${path.replaceAll('/', '-').replace(/\.\w+$/, '')}.png`)
    writeFileSync(png, await stage.page.screenshot({ type: 'png' }))
    const out = join(folder, path)
    mkdirSync(dirname(out), { recursive: true })
    if (path.endsWith('.png')) copyFileSync(png, out)
    else execFileSync('cwebp', ['-quiet', '-q', '80', '-m', '6', '-sharp_yuv', png, '-o', out])
    if (process.env.SHEETS)
      copyFileSync(png, join(process.env.SHEETS, `${path.replaceAll('/', '-').replace(/\.\w+$/, '')}.png`))
  }
} finally {
  await stage.close()
  rmSync(work, { recursive: true })
}
