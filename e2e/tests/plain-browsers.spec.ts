import { someCourse } from '../support/lesson.ts'
import { newStudent } from '../support/student.ts'
import { expect, test } from '../support/test.ts'

const OLD = 'הדפדפן הזה ישן, והאתר אינו פועל בו כראוי.'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('[2.2-10] menus open, a course panel closes, sign-in and registration say what they need', {
    tag: '@phone',
  }, async ({ page, academy }) => {
    const course = await someCourse(academy)
    await page.goto(`/courses/${course.id}`)
    const panel = page.getByRole('dialog')
    await expect(panel.getByRole('heading', { name: course.title_he })).toBeVisible()
    await panel.getByRole('link', { name: 'סגירה' }).click()
    await page.waitForURL('**/courses')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByText('תפריט', { exact: true }).click()
    const menu = page.locator('header details')
    for (const [name, path] of [
      ['השקעות', '/categories/investments'],
      ['כניסה', '/login'],
      ['הרשמה', '/register'],
    ] as const) {
      if (!(await menu.getByRole('link', { name }).isVisible())) await page.getByText('תפריט', { exact: true }).click()
      await menu.getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      // Playwright passes over the words of a noscript element; the browser does not.
      const main = expect(page.getByRole('main'))
      const isNeeded = !path.startsWith('/categories')
      await (isNeeded ? main : main.not).toContainText('צריכות JavaScript', { useInnerText: true })
    }
  })

  test('[2.1-16] a question is sent', async ({ page }) => {
    const { email } = newStudent()
    await page.goto('/contact')
    await page.getByLabel('שם', { exact: true }).fill('דנה')
    await page.getByLabel('אימייל', { exact: true }).fill(email)
    await page.getByLabel('נושא').fill('שאלה בלי סקריפטים')
    await page.getByLabel('מה רציתם לשאול?').fill('האם הפנייה מגיעה אליכם?')
    await page.getByRole('button', { name: 'לשלוח את הפנייה' }).click()
    await expect(page.getByRole('heading', { name: 'הפנייה התקבלה' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
  })
})

test('a browser that is too old reads which ones are not, with styles or without; others read nothing of it', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByText(OLD)).toBeHidden()
  // What an old browser makes of the style sheet: it knows the condition and does not meet it.
  await page.route('**/assets/app-*.css', async (route) => {
    const response = await route.fetch()
    const styles = await response.text()
    expect(styles).toMatch(/@supports\s*\(width:\s*1lh\)/)
    await route.fulfill({ response, body: styles.replace(/\(width:\s*1lh\)/, '(width: 1older)') })
  })
  await page.reload()
  await expect(page.getByText(OLD)).toBeVisible()
  await page.unroute('**/assets/app-*.css')
  await page.route('**/*.css', (route) => route.fulfill({ status: 200, contentType: 'text/css', body: '' }))
  await page.reload()
  await expect(page.getByText(OLD)).toBeVisible()
})
