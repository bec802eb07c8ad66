import type { BrowserContext, Page } from '@playwright/test'
import { startKillableBrowser } from '../support/killable-browser.ts'
import { allowRefusals, expect, OFFLINE } from '../support/test.ts'
import {
  expectSavedNear,
  expectShownNear,
  makeLong,
  openLesson,
  play,
  savedRow,
  shownSecond,
  test,
  watchUntil,
} from '../support/watching.ts'

/** More than may be lost, so that a lesson that begins at its start again is noticed. */
const WATCHED = 7

/** Watches a lesson up to some second and leaves it playing at its own speed, at which what is read of it stays true. */
async function watch(page: Page, seconds = WATCHED, rate = 1): Promise<void> {
  const setRate = (speed: number) =>
    page.locator('video').evaluate((video: HTMLVideoElement, to) => {
      video.playbackRate = to
    }, speed)
  await play(page)
  await setRate(rate)
  await watchUntil(page, seconds)
  await setRate(1)
}

test('[4-48] a browser that is killed loses no more than 5 s', async ({ academy, lesson, member, isMobile }, info) => {
  test.skip(isMobile, 'the browser on the desk is killed as well as one in a hand')
  const browser = await startKillableBrowser()
  const tab = await browser.open()
  await tab.goto(academy.url)
  await tab.evaluate((values) => {
    for (const { name, value } of values) localStorage.setItem(name, value)
  }, member.state.origins[0]?.localStorage ?? [])
  // On a busy machine half a minute may go by, after which it would be saved.
  await tab.route(/save_progress|batch-progress/, (route) => route.abort())
  await openLesson(tab, { ...lesson, address: `${academy.url}${lesson.address}` })
  await watch(tab)
  const left = await shownSecond(tab)
  await browser.kill()
  expect(await savedRow(academy, member.userId, lesson)).toBeUndefined()

  const again = await browser.open()
  await openLesson(again, { ...lesson, address: `${academy.url}${lesson.address}` })
  await expectShownNear(again, left, info)
  await expectSavedNear(academy, member.userId, lesson, left, info)
  await browser.close()
})

/**
 * Brings the bytes of the video from the server past the connection of the page, so that minutes of it are there to
 * be watched: what a browser says it has loaded it may ask for again, and it gives up after thirty refusals.
 */
const keepVideoComing = (context: BrowserContext) =>
  context.route('**/storage/v1/object/sign/lesson-videos/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    await route.fulfill({ response: await route.fetch() })
  })

test('[4-48] [9-38] minutes that are watched without a connection are all saved when it is back', async ({
  page,
  academy,
  lesson,
  member,
  context,
  problems,
}, info) => {
  await makeLong(academy, lesson, member.userId)
  await keepVideoComing(context)
  await openLesson(page, lesson)
  await play(page)
  const video = page.locator('video')
  await context.setOffline(true)
  // Every second of the video is shown, only faster than anybody would like; what counts is the time of the video.
  await video.evaluate((element: HTMLVideoElement) => {
    // The player may still set the speed that it remembers.
    const hurry = () => {
      if (element.playbackRate !== 16) element.playbackRate = 16
      if (element.currentTime >= 130) element.pause()
    }
    hurry()
    element.addEventListener('timeupdate', hurry)
  })
  await watchUntil(page, 130)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  const left = await shownSecond(page)
  await expect(page.getByText('יישמר כשיחזור החיבור')).toBeVisible()
  const before = (await savedRow(academy, member.userId, lesson))?.watched_seconds ?? 0
  expect(before).toBeLessThan(30)

  await context.setOffline(false)
  await expectSavedNear(academy, member.userId, lesson, left, info)
  const row = await savedRow(academy, member.userId, lesson)
  expect(row?.watched_seconds).toBeGreaterThan(120)
  info.annotations.push({ type: 'watched', description: `${row?.watched_seconds} s in ${row?.watched_ranges}` })
  await expect(page.getByText('נשמר', { exact: true })).toBeVisible()
  // An answer that is under way when the page goes has nobody left to take it.
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expectShownNear(page, left, info)
  allowRefusals(problems, OFFLINE)
})

/** A driven browser shows all its tabs always, so the page is told what a person's browser would tell it. */
const turnVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('[4-48] [9-35] [2.1-07] a lesson that is hidden, left and opened again, or cut off loses no more than 5 s', async ({
  page,
  academy,
  lesson,
  member,
  context,
  problems,
}, info) => {
  // Any page to go back to.
  await page.goto('/robots.txt')
  await openLesson(page, lesson)
  await watch(page, WATCHED, 2)
  await test.step('a tab that is hidden has saved by then, the last seconds too, and goes on', async () => {
    const left = await shownSecond(page)
    await turnVisibility(page, 'hidden')
    await expectSavedNear(academy, member.userId, lesson, left, info)
    const saved = await savedRow(academy, member.userId, lesson)
    expect(Number(saved?.progress_seconds)).toBeGreaterThan(left - 1)
    await watchUntil(page, left + 6)
    await turnVisibility(page, 'visible')
  })

  await test.step('going back saves, going forth again is where it was left', async () => {
    const left = await shownSecond(page)
    await page.goBack()
    await expect(page).toHaveURL(/robots/)
    await expectSavedNear(academy, member.userId, lesson, left, info)
    await page.goForward()
    await expectShownNear(page, left, info)
  })

  await test.step('the dashboard saves and shows what the lesson could not save any more', async () => {
    let isCut = true
    await context.route(/batch-progress|save_progress/, (route) => (isCut ? route.abort() : route.continue()))
    await watch(page, (await shownSecond(page)) + 6)
    const left = await shownSecond(page)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    isCut = false
    await expect(page.getByRole('main').getByText(lesson.title).first()).toBeVisible()
    await expectSavedNear(academy, member.userId, lesson, left, info)
  })
  allowRefusals(problems, /ERR_FAILED/)
})
