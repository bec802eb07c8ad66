import type { Page } from '@playwright/test'
import type { Academy } from './academy.ts'
import { expectAccessible } from './accessibility.ts'
import { allowRefusals, expect } from './test.ts'
import { STAND_IN_VIDEO, standInForVimeo } from './vimeo-stand-in.ts'
import {
  expectShownNear,
  type OwnLesson,
  openLesson,
  pause,
  play,
  playerOf,
  seekTo,
  shownSecond,
  test,
  watchUntil,
} from './watching.ts'

/** After which a player takes its host for gone. */
const STALLED_MS = 20_000

type Host = { asked: string[]; cutOff(isCut: boolean): void }

/** Takes the poster away, over which no captions stand. */
async function begin(page: Page): Promise<void> {
  await play(page)
  await pause(page)
}

type Source = {
  name: string
  /** Gives the lesson a video of this source, and the way to cut its host off. */
  prepare(page: Page, academy: Academy, lesson: OwnLesson): Promise<Host>
  /** How fast the video runs. */
  rate(page: Page): Promise<number>
  open(page: Page, lesson: OwnLesson): Promise<void>
}

const rateOf = (video: HTMLVideoElement) => video.playbackRate

export const FILE: Source = {
  name: 'a file',
  async prepare(page) {
    let isCut = false
    await page
      .context()
      .route('**/storage/v1/object/**', (route) => (isCut ? route.abort('connectionfailed') : route.continue()))
    return {
      asked: [],
      cutOff(cut) {
        isCut = cut
      },
    }
  },
  rate: (page) => page.locator('video').evaluate(rateOf),
  open: openLesson,
}

export const VIMEO: Source = {
  name: 'Vimeo',
  async prepare(page, academy, lesson) {
    lesson.seconds = STAND_IN_VIDEO.seconds
    await academy.patch('lessons', ['id', lesson.id], { duration_seconds: lesson.seconds })
    await academy.patch('lesson_contents', ['lesson_id', lesson.id], { provider: 'vimeo', video_ref: '76979871' })
    return standInForVimeo(page)
  },
  rate: (page) => page.frameLocator('iframe').locator('video').evaluate(rateOf),
  async open(page, { address }) {
    await page.goto(address)
    const consent = page.getByRole('button', { name: 'לטעון את הסרטון' })
    const timeline = page.getByRole('slider', { name: 'מיקום בסרטון' })
    await expect(consent.or(page.locator('iframe')).first()).toBeVisible()
    if (await consent.isVisible()) await consent.click()
    await expect(timeline).toBeEnabled()
  },
}

/** A lesson that is opened while the host of its video is cut off has the video when the network is back. */
async function expectBack(page: Page, host: Host, source: Source, lesson: OwnLesson): Promise<void> {
  host.cutOff(true)
  if (source === VIMEO) await page.clock.install()
  await page.goto(lesson.address)
  const consent = page.getByRole('button', { name: 'לטעון את הסרטון' })
  if (source === VIMEO) {
    if (await consent.isVisible()) await consent.click()
    await page.locator('iframe').waitFor({ state: 'attached' })
    // Nothing else of the page is waiting when the twenty seconds pass that a silent host is given.
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(STALLED_MS)
  }
  await expect(page.getByText('החיבור לסרטון נקטע')).toBeVisible()
  if (source === FILE) await expectAccessible(page, 'player, trying again')
  host.cutOff(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('החיבור לסרטון נקטע')).toBeHidden()
}

/** The table of what a player must do, run against each source of videos, so that both behave alike. */
export function playerJourneys(source: Source): void {
  test(
    `[2.1-14] [3-15] ${source.name} plays, pauses and is sought by buttons, keys and timeline, and comes back by itself when the network does`,
    {
      // Buttons and keys are the same code: a phone is shown with one source.
      tag: source === FILE ? ['@phone'] : [],
    },
    async ({ page, academy, lesson, isMobile, problems }, info) => {
      const host = await source.prepare(page, academy, lesson)
      await source.open(page, lesson)
      const player = playerOf(page)
      await play(page)
      await watchUntil(page, 2)
      await pause(page)
      const at = await shownSecond(page)
      await player.getByRole('button', { name: '10 שניות קדימה' }).click()
      await expect.poll(() => shownSecond(page)).toBe(at + 10)
      await player.getByRole('button', { name: '10 שניות אחורה' }).click()
      await expect.poll(() => shownSecond(page)).toBe(at)
      await seekTo(page, 30)
      await expect.poll(() => shownSecond(page)).toBe(30)
      await expect(player.getByText('0:30', { exact: false }).first()).toBeVisible()
      if (source === FILE) await expectAccessible(page, 'player, paused with missed parts')
      if (isMobile) return
      await player.focus()
      await page.keyboard.press('KeyL')
      await expect.poll(() => shownSecond(page)).toBe(40)
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => shownSecond(page)).toBe(35)
      await page.keyboard.press('Digit5')
      await expect.poll(() => shownSecond(page)).toBe(Math.floor(lesson.seconds / 2))
      await page.keyboard.press('Space')
      await expect(player.getByRole('button', { name: 'השהיה', exact: true })).toBeVisible()
      await page.keyboard.press('KeyM')
      await expect(player.getByRole('button', { name: 'ביטול ההשתקה' })).toBeVisible()
      await page.keyboard.press('ArrowUp')
      await expect(player.getByRole('button', { name: 'השתקה', exact: true })).toBeVisible()
      await expect(player.getByRole('slider', { name: 'עוצמת הקול' })).toHaveValue('1')
      await pause(page)
      const left = await shownSecond(page)
      await expectBack(page, host, source, lesson)
      await expectShownNear(page, left, info)
      await play(page)
      await watchUntil(page, left + 1)
      allowRefusals(problems, /Failed to load resource/)
    },
  )

  test(`speed, captions, their language and size of ${source.name} are remembered`, async ({
    page,
    academy,
    lesson,
  }) => {
    await source.prepare(page, academy, lesson)
    const vtt = (line: string) => `WEBVTT\n\n00:00.000 --> 00:59.000\n${line}\n`
    await academy.patch('lesson_contents', ['lesson_id', lesson.id], {
      captions: [
        { lang: 'he', label: 'עברית', vtt: vtt('שלום לכולם') },
        { lang: 'en', label: 'English', vtt: vtt('Hello everybody') },
      ],
    })
    await source.open(page, lesson)
    const player = playerOf(page)
    await begin(page)
    await expect(player.getByText('שלום לכולם')).toBeVisible()
    const small = await player.getByText('שלום לכולם').evaluate((line) => line.getBoundingClientRect().height)
    await player.getByRole('button', { name: 'הגדרות הנגן' }).click()
    const settings = page.getByRole('dialog', { name: 'הגדרות הנגן' })
    await settings.getByText('English').click()
    await settings.getByText('ענק').click()
    await settings.getByText('2×', { exact: true }).click()
    if (source === FILE) await expectAccessible(page, 'settings of the player')
    await page.keyboard.press('Escape')
    await source.open(page, lesson)
    await begin(page)
    const line = player.getByText('Hello everybody')
    await expect(line).toBeVisible()
    expect(await line.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(small * 1.5)
    await play(page)
    await watchUntil(page, 1)
    expect(await source.rate(page)).toBe(2)
    await player.getByRole('button', { name: 'כתוביות', exact: true }).click()
    await expect(line).toBeHidden()
  })
}
