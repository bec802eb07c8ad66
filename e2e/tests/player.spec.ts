import { FILE, playerJourneys } from '../support/player-journeys.ts'
import { allowRefusals, expect } from '../support/test.ts'
import { openLesson, pause, play, playerOf, seekTo, shownSecond, test, watchUntil } from '../support/watching.ts'

playerJourneys(FILE)

test('[2.1-14] an address that expires in the middle of a lesson is renewed without losing the second', async ({
  page,
  lesson,
  problems,
}) => {
  const signed: string[] = []
  let held = Promise.resolve()
  await page.route('**/functions/v1/sign-lesson-file', async (route) => {
    signed.push(route.request().url())
    await held
    const asked = route.request().postDataJSON() as object
    await route.continue({ postData: JSON.stringify({ ...asked, seconds: signed.length === 1 ? 6 : 3600 }) })
  })
  await openLesson(page, lesson)
  await seekTo(page, 20)
  await play(page)
  await watchUntil(page, 21)
  await pause(page)
  const left = await shownSecond(page)
  // On a busy machine the address may have run out, and been renewed, on the way here.
  const hasEnded = () =>
    page
      .locator('video')
      .evaluate(({ src }: HTMLVideoElement) => fetch(src, { headers: { range: 'bytes=0-0' } }).then(({ ok }) => !ok))
  await expect.poll(async () => signed.length > 1 || (await hasEnded())).toBe(true)
  let answer = () => {}
  if (signed.length === 1) {
    held = new Promise((resolve) => {
      answer = resolve
    })
    // What the browser does when it needs more of a long video: it asks the old address again.
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.load())
  }
  await expect.poll(() => signed.length).toBeGreaterThan(1)
  await expect.poll(() => shownSecond(page)).toBe(left)
  // A press counts while the new address is on its way.
  await play(page)
  answer()
  await watchUntil(page, left + 1)
  allowRefusals(problems, /status of 400/)
})

test('[2.1-14] [7-16] a lesson is asked for once and at the start, its video in ranges; a press on the picture plays it, two fill the screen', async ({
  page,
  lesson,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] =
      /(?:rest|functions)\/v1\/(lesson_contents|user_progress|sign-lesson-file)\b/.exec(request.url()) ?? []
    if (name && ['GET', 'POST'].includes(request.method())) asked.push(name)
  })
  const answers: number[] = []
  page.on('response', (response) => {
    if (/object\/sign\/lesson-videos\/.*token=/.test(response.url())) answers.push(response.status())
  })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/users?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(lesson.address)
  // Content, address and progress wait for no profile.
  await expect.poll(() => asked.toSorted()).toEqual(['lesson_contents', 'sign-lesson-file', 'user_progress'])
  answer()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0)
  expect(asked).toHaveLength(3)
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
