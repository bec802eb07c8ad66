import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import type { Academy } from '../support/academy.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStaff, signInNewStudent } from '../support/account.ts'
import { type StoredSession, storedSession } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

/** What the QR code of a page says to a camera that sees the code and the strip of light around it. */
async function readCode(page: Page, studio: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: 'קוד QR לעמוד הזה' })
  await code.scrollIntoViewIfNeeded()
  const box = await code.boundingBox()
  if (!box) throw new Error('The code is not to be seen')
  const strip = 12
  const clip = { x: box.x - strip, y: box.y - strip, width: box.width + 2 * strip, height: box.height + 2 * strip }
  const picture = (await page.screenshot({ clip, scale: 'device' })).toString('base64')
  const { pixels, width, height } = await studio.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0)
    const seen = pen?.getImageData(0, 0, image.width, image.height)
    return { pixels: Array.from(seen?.data ?? []), width: image.width, height: image.height }
  }, picture)
  return jsQR(new Uint8ClampedArray(pixels), width, height, { inversionAttempts: 'dontInvert' })?.data
}

/** A course of two lessons of ten seconds and without a test: what one save can prove to be watched. */
async function shortCourse(academy: Academy): Promise<{ id: string; lessons: string[] }> {
  const make = async (table: string, rows: object) =>
    ((await academy.asServer('POST', `/rest/v1/${table}`, rows)) as { id: string }[]).map(({ id }) => id)
  const [id = ''] = await make('courses', { title_he: 'קורס קצר', is_published: true })
  const lesson = { course_id: id, duration_seconds: 10, is_published: true }
  const lessons = await make('lessons', [
    { ...lesson, title_he: 'שיעור 1', order_index: 1 },
    { ...lesson, title_he: 'שיעור 2', order_index: 2 },
  ])
  await make(
    'lesson_contents',
    lessons.map((lesson_id) => ({ lesson_id, video_ref: 'short.mp4' })),
  )
  return { id, lessons }
}

/** Calls a function of the database as the student of a session. */
async function as(
  { supabaseUrl, anonKey }: Academy,
  session: StoredSession | null,
  name: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

test('a certificate is made under the confirmed name, printed on one page, and known to be revoked', async ({
  page,
  academy,
  browser,
}) => {
  const { email } = await signInNewStudent(page, academy)
  const session = await storedSession(page)
  const userId = session?.user.id ?? ''
  const course = await shortCourse(academy)
  await page.goto(`/courses/${course.id}/certificate`)
  await test.step('lessons that were marked by hand are named as not watched', async () => {
    await as(academy, session, 'set_lesson_completed', { lesson_id: course.lessons[0], completed: true })
    await as(academy, session, 'set_lesson_completed', { lesson_id: course.lessons[1], completed: true })
    await page.reload()
    await expect(page.getByText('לצפות בשיעור: שיעור 2')).toBeVisible()
    await expect(page.getByText('נספרו 0% מתוך 80% הנדרשים')).toHaveCount(2)
    await expectAccessible(page, 'what is missing for a certificate')
  })
  await as(academy, session, 'save_progress', {
    updates: course.lessons.map((lesson_id) => ({ lesson_id, course_id: course.id, watched_ranges: '{[0,10)}' })),
  })
  await page.reload()
  await expect(page.getByText('דנה לוי')).toBeVisible()
  await page.getByRole('button', { name: 'לאשר ולהפיק תעודה' }).click()
  await page.waitForURL('**/certificates/*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('דנה לוי')
  await expect(page.getByText('על צפייה בשני שיעורים של הקורס')).toBeVisible()
  await expect(page.getByText('נצפו לפחות 80% מכל שיעור שברשימה')).toBeVisible()
  await academy.asServer('PATCH', `/rest/v1/courses?id=eq.${course.id}`, { is_published: false })
  await expectAccessible(page, 'certificate')
  const pages = async () => {
    const pdf = await page.pdf({ preferCSSPageSize: true })
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length
  }
  expect(await pages()).toBe(1)
  await test.step('its QR code leads to it, on the screen and as it is printed', async () => {
    const number = page.url().split('/').at(-1)
    const studio = await page.context().newPage()
    for (const media of ['screen', 'print'] as const) {
      await page.bringToFront()
      await page.emulateMedia({ media })
      expect(await readCode(page, studio)).toBe(`${academy.url}/certificates/${number}`)
    }
    await page.emulateMedia({ media: null })
    await studio.close()
  })
  await test.step('it lies in the middle of a window of any width', async () => {
    const window = page.viewportSize()
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await page.getByRole('article', { name: 'דנה לוי' }).boundingBox()
      expect([width, Math.round(box?.x ?? 0)]).toEqual([width, Math.round((width - (box?.width ?? 0)) / 2)])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    if (window) await page.setViewportSize(window)
  })
  await test.step('also with the longest names that there are', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    await heading.evaluate((element, name) => element.replaceChildren(name), `${'מ'.repeat(100)} ${'ל'.repeat(100)}`)
    expect(await pages()).toBe(1)
    expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1)
    await page.reload()
    await expect(heading).toHaveText('דנה לוי')
  })

  await test.step('a picture to share is made by the browser', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'תמונה לשיתוף' }).click()
    const picture = readFileSync(await (await saved).path())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  })

  const desk = await browser.newContext({ baseURL: academy.url })
  const stranger = await desk.newPage()
  await stranger.goto(page.url().toLowerCase())
  await expect(stranger.getByText('התעודה בתוקף')).toBeVisible()
  expect((await stranger.content()).includes(email)).toBe(false)
  await test.step('staff revoke it in the record of the student', async () => {
    const staff = await desk.newPage()
    await signInNewStaff(staff, academy, 'admin')
    await staff.goto(`/admin/students/${userId}`)
    await staff.getByRole('button', { name: 'להציג את הפרטים' }).click()
    await staff.getByRole('region', { name: 'תעודות' }).getByRole('button', { name: 'לבטל', exact: true }).click()
    await staff.getByRole('dialog').getByRole('textbox').fill('לבדיקה')
    await staff.getByRole('dialog').getByRole('button', { name: 'לבטל', exact: true }).click()
    await expect(staff.getByText(/בוטלה ב־.*לבדיקה/)).toBeVisible()
    await staff.evaluate(() => localStorage.clear())
    await staff.close()
  })
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'התעודה הזאת בוטלה' })).toBeVisible()
  expect((await stranger.content()).includes('דנה לוי')).toBe(false)
  await desk.close()
})
