import { FILE, playerJourneys } from '../support/player-journeys.ts'
import { allowRefusals, expect } from '../support/test.ts'
import { openLesson, pause, play, playerOf, shownSecond, test, watchUntil } from '../support/watching.ts'

playerJourneys(FILE)

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

test('a video is asked for in ranges; a press on its picture plays it, two presses fill the screen', async ({
  page,
  lesson,
}) => {
  const answers: number[] = []
  page.on('response', (response) => {
    if (/object\/sign\/lesson-videos\/.*token=/.test(response.url())) answers.push(response.status())
  })
  await openLesson(page, lesson)
  // A jump loads only what it needs.
  await expect.poll(() => answers).toContain(206)
  const picture = playerOf(page).locator('[data-picture]')
  await picture.click({ position: { x: 40, y: 40 } })
  await expect(playerOf(page).getByRole('button', { name: 'השהיה', exact: true })).toBeVisible()
  await picture.dblclick({ position: { x: 40, y: 40 } })
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await playerOf(page).getByRole('button', { name: 'יציאה ממסך מלא' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)
})
