import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { publishedQuizzes } from '../../supabase/seeds/content/quizzes/index.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { letDayPassForDecks } from '../support/owner.ts'
import { smallTargets } from '../support/page-faults.ts'
import { STORE } from '../support/session.ts'
import { expect, OFFLINE, test } from '../support/test.ts'

const quiz = publishedQuizzes.find(({ title }) => title === 'ריבית דריבית, מהיסוד')
const address = `/courses/${quiz?.course_id}/quizzes/${quiz?.id}`
const question = (page: Page) => page.locator('[data-question]')

/** Answers the question on the screen by keys alone, whatever kind it is. */
async function answerByKeys(page: Page): Promise<void> {
  const field = question(page)
    .locator('fieldset:first-of-type input, input[inputmode], select, input:not([type]), button[aria-label^="להוריד"]')
    .first()
  await field.focus()
  const tag = await field.evaluate((element) => `${element.tagName} ${element.getAttribute('inputmode') ?? ''}`)
  if (tag === 'INPUT decimal') await page.keyboard.type('1,234.5')
  else if (tag === 'SELECT ') await page.keyboard.press('ArrowDown')
  else if (tag === 'BUTTON ') await page.keyboard.press('Enter')
  else if ((await field.getAttribute('type')) === null) await page.keyboard.type('ריבית')
  else await page.keyboard.press('Space')
}

/** Leaves in the browser what somebody has who signed in on another one. */
async function forgetAllButSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(async (session) => {
    const kept = localStorage.getItem(session) ?? ''
    localStorage.clear()
    localStorage.setItem(session, kept)
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).onsuccess = resolve
      })
  }, STORE)
}

test('[1-01] a student takes a test by keyboard, loses page and connection on the way, and learns what was right', async ({
  page,
  academy,
  problems,
}) => {
  await test.step('a visitor reads what it is about', async () => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ריבית דריבית, מהיסוד')
    await expect(page.getByRole('link', { name: 'כניסה ללמידה' }).last()).toBeVisible()
    await expectAccessible(page, 'page of a test')
  })
  await signInNewStudent(page, academy)
  await page.goto(`/courses/${quiz?.course_id}`)
  await page.getByRole('link', { name: /ריבית דריבית, מהיסוד.*שאלות/ }).click()
  await page.getByRole('button', { name: 'להתחיל את המבחן' }).press('Enter')
  await expect(page.getByText('שאלה 1 מתוך 10', { exact: true }).first()).toBeVisible()

  await test.step('answers are saved as they change', async () => {
    await answerByKeys(page)
    await page.getByRole('radio', { name: 'לא בטוח' }).press('Space')
    await expect(page.getByText('נשמר', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'לשאלה הבאה' }).press('Enter')
    await expect(page.getByText('שאלה 2 מתוך 10', { exact: true }).first()).toBeVisible()
  })

  await test.step('without a connection they wait in the browser', async () => {
    await page.context().setOffline(true)
    await answerByKeys(page)
    await expect(page.getByText('יישמר כשיחזור החיבור')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('נשמר', { exact: true })).toBeVisible()
    problems.splice(0, problems.length, ...problems.filter((problem) => !OFFLINE.test(problem)))
  })

  await test.step('a browser that has nothing but the session goes on where this one was', async () => {
    await forgetAllButSession(page)
    await page.goto(address)
    await page.getByRole('link', { name: 'להמשיך מאיפה שעצרתם' }).click()
    await expect(page.getByRole('button', { name: /^שאלה \d+ מתוך 10, נענתה$/ })).toHaveCount(2)
    await expect(page.getByText('שאלה 3 מתוך 10', { exact: true }).first()).toBeVisible()
  })

  await answerByKeys(page)
  for (let position = 4; position <= 10; position++) {
    await page.getByRole('button', { name: 'לשאלה הבאה' }).press('Enter')
    await expect(question(page)).toHaveAttribute('data-question', String(position))
    await expect(question(page)).toBeFocused()
    await answerByKeys(page)
  }
  await test.step('on one page, narrow and wide, axe finds nothing and a thumb hits everything', async () => {
    const wide = page.viewportSize()
    await page.getByRole('button', { name: 'כל השאלות בדף אחד' }).press('Enter')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page, 'all questions on a phone')
    expect(await smallTargets(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    if (wide) await page.setViewportSize(wide)
  })
  await page.getByRole('button', { name: 'לסיום המבחן' }).first().press('Enter')
  await expect(page.getByRole('dialog')).toContainText('עניתם על כל השאלות.')
  await page.getByRole('button', { name: 'לסיים ולקבל תוצאה' }).press('Enter')

  await test.step('the result has a reason for everything', async () => {
    await expect(page.getByRole('heading', { name: 'התוצאה שלכם' }).first()).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.getByRole('link', { name: /לצפות שוב בהסבר/ }).first()).toHaveAttribute('href', /#t=\d+$/)
    await expect(page.getByRole('main')).toBeFocused()
    await expectAccessible(page, 'result')
  })
  await test.step('a day later what was missed comes back, is answered and taken back by keyboard', async () => {
    await letDayPassForDecks(academy)
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'המבחנים שלי' }).getByRole('link')).toHaveCount(2)
    await page.getByRole('link', { name: /לחזרה היום/ }).press('Enter')
    await expectAccessible(page, 'review deck')
    await page.getByRole('button', { name: 'להתחיל', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'לא יודעים' }).press('Enter')
    await expect(page.getByText('השאלה תחזור מחר.')).toBeVisible()
    await expectAccessible(page, 'question of the deck, explained')
    await page.getByRole('button', { name: 'לבטל את התשובה' }).press('Enter')
    await expect(page.getByRole('button', { name: 'לא יודעים' })).toBeEnabled()
    await expect(page.getByText(/^שאלה 1 מתוך \d+ להיום$/)).toBeVisible()
    await expectAccessible(page, 'question of the deck')
  })
})

/** A finger that is put down, moved in steps and lifted, as a phone's screen reports it. */
async function swipe(page: Page, x: number, from: number, to: number): Promise<void> {
  const screen = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step++) await touch('touchMove', from + ((to - from) * step) / 10)
  await touch('touchEnd')
  await screen.detach()
}

test('an ordering question is put in order by a thumb: on a handle rows move and the page stands, elsewhere it scrolls', {
  tag: '@phone-only',
}, async ({ page, academy }) => {
  const ordering = quiz?.pools
    .flatMap(({ questions }) => questions)
    .find(({ definition }) => definition.kind === 'ordering')
  const alone = {
    ...quiz,
    id: randomUUID(),
    title: 'סדר',
    pools: [{ topic: 'סדר', draw: null, questions: [ordering] }],
  }
  await academy.asServer('POST', '/rest/v1/rpc/publish_quiz', { quiz: alone })
  await signInNewStudent(page, academy)
  await page.goto(`/courses/${alone.course_id}/quizzes/${alone.id}`)
  await page.getByRole('button', { name: 'להתחיל את המבחן' }).tap()
  const list = question(page).getByRole('list')
  const rows = list.getByRole('listitem')
  const order = () => rows.evaluateAll((all) => all.map((row) => row.children[1]?.textContent))
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const middleOf = async (place: number) => {
    const box = await rows.nth(place).boundingBox()
    if (!box) throw new Error('The row is not to be seen')
    return { y: box.y + box.height / 2, box }
  }
  await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [first, second, third, fourth] = await order()
  const before = await scrolled()
  const { box, y: top } = await middleOf(0)
  // The handle is where a row begins, which from right to left is its right side.
  const handle = box.x + box.width - 24
  const { y: bottom } = await middleOf(3)

  await swipe(page, handle, top, bottom + 8)
  await expect.poll(order).toEqual([second, third, fourth, first])
  await swipe(page, handle, bottom, (await middleOf(1)).y - 8)
  await expect.poll(order).toEqual([second, first, third, fourth])
  expect(await scrolled()).toBe(before)
  await expect(page.getByText('נשמר', { exact: true })).toBeVisible()

  await swipe(page, box.x + box.width / 2, bottom, bottom - 300)
  await expect.poll(scrolled).toBeGreaterThan(before + 100)
  expect(await order()).toEqual([second, first, third, fourth])
  await page.reload()
  await expect.poll(order).toEqual([second, first, third, fourth])
  await academy.asServer('PATCH', `/rest/v1/quizzes?id=eq.${alone.id}`, { is_published: false })
})
