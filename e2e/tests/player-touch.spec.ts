import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, WITH_MOTION } from '../support/test.ts'
import { openLesson, play, playerOf, seekTo, shownSecond, test, watchUntil } from '../support/watching.ts'

test.use(WITH_MOTION)

const BETWEEN_S = 0.1

/** Touches a place of the picture, so quickly one after another as a finger does, however busy the machine is. */
async function touch(picture: Locator, share: number, times: number): Promise<void> {
  const box = await picture.boundingBox()
  if (!box) throw new Error('The picture is not to be seen')
  const page = picture.page()
  const screen = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width * share, y: box.y + box.height * 0.25 }
  const began = Date.now() / 1000 - times * BETWEEN_S
  const send = (type: 'touchStart' | 'touchEnd', timestamp: number) =>
    screen.send('Input.dispatchTouchEvent', { type, timestamp, touchPoints: type === 'touchStart' ? [point] : [] })
  const touches = Array.from({ length: times }, (_, number) => began + number * BETWEEN_S)
  await Promise.all(touches.flatMap((at) => [send('touchStart', at), send('touchEnd', at + BETWEEN_S / 3)]))
  await screen.detach()
}

/** Stops the video by itself: its controls may have gone by now, and are there again when it stands. */
const stand = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())

test('two touches on a side of the picture move 10 s, more of them go on, and one shows the controls, which are big enough', {
  tag: '@phone-only',
}, async ({ page, lesson }) => {
  await openLesson(page, lesson)
  const picture = playerOf(page).locator('[data-picture]')
  await seekTo(page, 20)
  await expect.poll(() => shownSecond(page)).toBe(20)
  // It goes by itself after a moment: whoever looks for it looks from before.
  const forward = playerOf(page).getByText('10 שניות קדימה').waitFor()
  await touch(picture, 0.85, 2)
  await forward
  await expect.poll(() => shownSecond(page)).toBe(30)
  await expect(playerOf(page).getByText('10 שניות קדימה')).toBeHidden()
  const back = playerOf(page).getByText('20 שניות אחורה').waitFor()
  await touch(picture, 0.15, 3)
  await back
  await expect.poll(() => shownSecond(page)).toBe(10)

  await play(page)
  const centre = playerOf(page).locator('[data-centre]')
  await expect(centre).toBeHidden({ timeout: 10_000 })
  await expect(playerOf(page).getByText('20 שניות אחורה')).toBeHidden()
  await touch(picture, 0.5, 1)
  await expect(centre).toBeVisible()
  await touch(picture, 0.2, 1)
  await expect(centre).toBeHidden()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  await stand(page)
  await expectSettingsForThumbs(page)
})

/** What has no room in the row of a phone's controls is in the settings, big enough for a thumb. */
async function expectSettingsForThumbs(page: Page): Promise<void> {
  await playerOf(page).getByRole('button', { name: 'הגדרות הנגן' }).click()
  const settings = page.getByRole('dialog', { name: 'הגדרות הנגן' })
  await expect(settings.getByRole('group', { name: 'מהירות' })).toBeVisible()
  const sizes = await settings
    .locator('label, button')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  await settings.getByText('1.5×').click()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5)
}

test('a phone on its side shows nothing but the video, and shows the page again upright', {
  tag: '@phone-only',
}, async ({ page, lesson }) => {
  await openLesson(page, lesson)
  await play(page)
  await watchUntil(page, 1)
  await page.setViewportSize({ width: 844, height: 390 })
  const box = () => playerOf(page).boundingBox()
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 844, height: 390 })
  const centreIsPlayer = () => playerOf(page).evaluate((player) => player.contains(document.elementFromPoint(422, 40)))
  expect(await centreIsPlayer()).toBe(true)
  await stand(page)
  await expectAccessible(page, 'a lesson on a phone on its side')
  await playerOf(page).getByRole('button', { name: 'יציאה ממסך מלא' }).click()
  await expect.poll(async () => (await box())?.height !== 390 || (await box())?.y !== 0).toBe(true)
  await playerOf(page).getByRole('button', { name: 'מסך מלא', exact: true }).click()
  await expect.poll(async () => (await box())?.height).toBe(390)
  // Turned as a phone turns: a browser without windows refuses to make one smaller that fills the screen.
  const turn = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true }
  await (await page.context().newCDPSession(page)).send('Emulation.setDeviceMetricsOverride', turn)
  await expect.poll(async () => (await box())?.height ?? 0).toBeLessThan(600)
})
