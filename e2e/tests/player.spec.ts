import { FILE, playerJourneys } from '../support/player-journeys.ts'
import { allowRefusals, expect } from '../support/test.ts'
import {
  giveVideo,
  openLesson,
  pause,
  play,
  playerOf,
  SHORT_VIDEO,
  savedRow,
  seekTo,
  shownSecond,
  test,
  watchUntil,
} from '../support/watching.ts'

playerJourneys(FILE)

test('[9-38] [4-49] seeking to the end of a file completes nothing, watching what was missed at twice the speed does', async ({
  page,
  academy,
  lesson,
  member,
}, info) => {
  await giveVideo(academy, lesson, SHORT_VIDEO)
  // A busy machine may need more than the ten seconds after which the next lesson follows.
  await page.addInitScript(() => localStorage.setItem('lesson-autoplay', 'false'))
  await openLesson(page, lesson)
  const player = playerOf(page)
  await seekTo(page, lesson.seconds - 5)
  await play(page)
  await expect(page.getByText(/סוף השיעור|זה היה השיעור האחרון/)).toBeVisible()
  await expect.poll(async () => (await savedRow(academy, member.userId, lesson))?.watched_seconds).toBeGreaterThan(0)
  expect((await savedRow(academy, member.userId, lesson))?.completed).toBe(false)
  await expect(player.getByRole('button', { name: 'קפיצה למה שפספסתי' })).toBeVisible()

  await page.evaluate(() => localStorage.setItem('lesson-player', JSON.stringify({ rate: 2 })))
  await openLesson(page, lesson)
  await player.getByRole('button', { name: 'קפיצה למה שפספסתי' }).click()
  await expect(page.getByText('השיעור הושלם', { exact: true })).toBeVisible()
  await expect.poll(async () => (await savedRow(academy, member.userId, lesson))?.completed).toBe(true)
  const row = await savedRow(academy, member.userId, lesson)
  expect(row?.watched_seconds).toBeGreaterThanOrEqual(Math.floor(lesson.seconds * 0.98))
  info.annotations.push({ type: 'watched', description: `${row?.watched_seconds} of ${lesson.seconds} s` })
})

test('[2.1-14] an address that expires in the middle of a lesson is renewed without losing the second', async ({
  page,
  lesson,
  problems,
}) => {
  const signed: string[] = []
  await page.route('**/functions/v1/sign-lesson-file', async (route) => {
    signed.push(route.request().url())
    const asked = route.request().postDataJSON() as object
    await route.continue({ postData: JSON.stringify({ ...asked, seconds: signed.length === 1 ? 12 : 3600 }) })
  })
  await openLesson(page, lesson)
  await play(page)
  await watchUntil(page, 3)
  await pause(page)
  const left = await shownSecond(page)
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => fetch(video.src).then(({ ok }) => ok)))
    .toBe(false)
  // What the browser does when it needs more of a long video: it asks the old address again.
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.load())
  await expect.poll(() => signed.length).toBeGreaterThan(1)
  await expect.poll(() => shownSecond(page)).toBe(left)
  await play(page)
  await watchUntil(page, left + 2)
  allowRefusals(problems, /status of 400/)
})

test('the video is asked for in ranges, so that a jump loads only what it needs', async ({ page, lesson }) => {
  const answers: number[] = []
  page.on('response', (response) => {
    if (/object\/sign\/lesson-videos\/.*token=/.test(response.url())) answers.push(response.status())
  })
  await openLesson(page, lesson)
  await expect.poll(() => answers).toContain(206)
})

test('the picture takes the mouse: a press plays, two presses fill the screen', async ({ page, lesson, isMobile }) => {
  test.skip(isMobile, 'a phone has no mouse')
  await openLesson(page, lesson)
  const picture = playerOf(page).locator('[data-picture]')
  await picture.click({ position: { x: 40, y: 40 } })
  await expect(playerOf(page).getByRole('button', { name: 'השהיה', exact: true })).toBeVisible()
  await picture.dblclick({ position: { x: 40, y: 40 } })
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await playerOf(page).getByRole('button', { name: 'יציאה ממסך מלא' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)
})
