import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserPath } from '../scripts/lib/browser-path.mjs'
import { type Academy, ADDRESS_HEADER, startAcademy } from './support/academy.ts'
import { someCourse } from './support/lesson.ts'
import { PUBLIC_SCREENS, STUDENT_SCREENS } from './support/screens/index.ts'
import { collectMails } from './support/screens/mails.ts'
import { ENDING_SCREENS } from './support/screens/own.ts'
import { enterAsSuperAdmin, peopleTheAcademy, STAFF_SCREENS } from './support/screens/staff.ts'
import type { Screen, Stage } from './support/screens/stage.ts'
import { newStudent, registerAndEnter } from './support/student.ts'

const FOLDER = fileURLToPath(new URL('../docs/screens/', import.meta.url))
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
/** A narrow phone, and a wide column beside the list of mails. */
const MAIL_WIDTHS = [390, 700]
/** Long lists show how they go on, not all of it. */
const TALLEST_PX = 3600
const MOST_BYTES = 60_000
const QUALITIES = [0.6, 0.45, 0.3, 0.15]

/**
 * Takes pictures of every screen and its states into docs/screens/. Arguments choose among them: parts of names
 * (`login`) and widths (`390`). Those of mails are called `mail-...`, at widths of their own, those of the staff `staff-...`.
 */
async function main(): Promise<void> {
  const wishes = process.argv.slice(2)
  const widths = wishes.map(Number).filter((width) => width > 0)
  const names = wishes.filter((wish) => !(Number(wish) > 0))
  mkdirSync(FOLDER, { recursive: true })
  const executablePath = browserPath()
  const academy = await startAcademy({ CLIENT_ADDRESS_HEADER: ADDRESS_HEADER })
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const studio = await browser.newPage()
    const isMail = (name: string) => name.startsWith('mail')
    if (names.length === 0 || names.some(isMail)) {
      await takeMails(academy, await browser.newContext({ baseURL: academy.url, locale: 'he-IL' }), studio)
    }
    const isStaff = (name: string) => name.startsWith('staff')
    if (names.length > 0 && names.every(isMail)) return
    if (names.length === 0 || names.some(isStaff)) await peopleTheAcademy(academy)
    for (const viewport of SIZES.filter(({ width }) => widths.length === 0 || widths.includes(width))) {
      const open = (visitor: string) =>
        browser.newContext({
          viewport,
          baseURL: academy.url,
          locale: 'he-IL',
          timezoneId: 'Asia/Jerusalem',
          reducedMotion: 'reduce',
          extraHTTPHeaders: { [ADDRESS_HEADER]: `${visitor}.${viewport.width}` },
        })
      const take = async (page: Page, screen: Screen) => {
        if (names.length > 0 && !names.some((name) => screen.name.includes(name))) return
        const picture = await toWebp(studio, await settledPicture(page, screen))
        writeFileSync(join(FOLDER, `${screen.name}-${viewport.width}.webp`), picture)
      }
      if (names.length === 0 || names.some(isStaff)) await takeStaff(academy, await open('staff'), take)
      if (names.length > 0 && names.every((name) => isMail(name) || isStaff(name))) continue
      await takeAll(academy, await open('visitor'), await open('student'), await open('stranger'), take)
    }
  } finally {
    await browser.close()
    await academy.stop()
  }
}

type Take = (page: Page, screen: Screen) => Promise<void>

async function takeAll(
  academy: Academy,
  visitor: BrowserContext,
  member: BrowserContext,
  stranger: BrowserContext,
  take: Take,
): Promise<void> {
  for (const context of [visitor, member]) {
    await context.addInitScript(() => localStorage.setItem('cookie-consent', 'rejected'))
  }
  const memberPage = await member.newPage()
  const course = await someCourse(academy)
  const student = await registerAndEnter(memberPage, academy, newStudent())
  const common = { academy, course, student, stranger: await stranger.newPage() }
  const groups: [Page, readonly Screen[]][] = [
    [memberPage, STUDENT_SCREENS],
    [await visitor.newPage(), PUBLIC_SCREENS],
    [memberPage, ENDING_SCREENS],
  ]
  for (const [page, screens] of groups) {
    await takeGroup({ ...common, page, wide: (page.viewportSize()?.width ?? 0) >= 768 }, screens, take)
  }
  for (const context of [visitor, member, stranger]) await context.close()
}

async function takeGroup(stage: Stage, screens: readonly Screen[], take: Take): Promise<void> {
  const { page, wide } = stage
  for (const screen of screens.filter(({ wideOnly, narrowOnly }) => (wide ? !narrowOnly : !wideOnly))) {
    try {
      await take((await screen.show(stage)) ?? page, screen)
      console.log(`${screen.name} ${page.viewportSize()?.width}`)
    } catch (cause) {
      process.exitCode = 1
      console.error(`${screen.name} ${page.viewportSize()?.width}: ${String(cause).split('\n')[0]}`)
    }
    // What a screen held back is there again for the next.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(false)
  }
}

/** Pictures of every page of the staff, as a super_admin sees them. */
async function takeStaff(academy: Academy, context: BrowserContext, take: Take): Promise<void> {
  const page = await context.newPage()
  await enterAsSuperAdmin(page, academy)
  const wide = (page.viewportSize()?.width ?? 0) >= 768
  const course = await someCourse(academy)
  await takeGroup({ academy, course, student: newStudent(), page, stranger: page, wide }, STAFF_SCREENS, take)
  await context.close()
}

/** Pictures of the mails as they arrived, bright and dark. */
async function takeMails(academy: Academy, context: BrowserContext, studio: Page): Promise<void> {
  const page = await context.newPage()
  const mails = await collectMails(page, academy)
  for (const [name, { html }] of mails) {
    for (const width of MAIL_WIDTHS) {
      await page.setViewportSize({ width, height: 600 })
      await page.setContent(html)
      writeFileSync(join(FOLDER, `${name}-${width}.webp`), await toWebp(studio, await settledPicture(page, { name })))
      console.log(`${name} ${width}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: MAIL_WIDTHS[0] ?? 390, height: 600 })
  writeFileSync(join(FOLDER, 'mail-dark-390.webp'), await toWebp(studio, await page.screenshot({ fullPage: true })))
  await context.close()
}

/** A picture once fonts and all images are there. */
async function settledPicture(
  page: Page,
  { windowOnly = false }: Pick<Screen, 'name' | 'windowOnly'>,
): Promise<Buffer> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([
      document.fonts.ready,
      ...Array.from(document.images, (image) => image.decode().catch(() => undefined)),
    ])
  })
  const options = { animations: 'disabled', caret: 'hide' } as const
  if (windowOnly) return page.screenshot(options)
  await page.evaluate(() => window.scrollTo(0, 0))
  const { width, height } = await page.evaluate(() => document.documentElement.getBoundingClientRect())
  return page.screenshot({
    ...options,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST_PX) },
  })
}

/** Encodes a PNG as WebP in the browser, in the best quality that stays small. */
async function toWebp(studio: Page, png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await studio.evaluate(
      async ([source, level]) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: level })
        const reader = new FileReader()
        return new Promise<string>((resolve) => {
          reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
          reader.readAsDataURL(blob)
        })
      },
      [png.toString('base64'), quality] as const,
    )
    const bytes = Buffer.from(webp, 'base64')
    if (bytes.length <= MOST_BYTES || quality === QUALITIES.at(-1)) return bytes
  }
  throw new Error('no quality to try')
}

await main()
