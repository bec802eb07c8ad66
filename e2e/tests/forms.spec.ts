import type { Page, Route } from '@playwright/test'
import { fillInRegistration, newStudent, toastSaying } from '../support/student.ts'
import { expect, expectRefusals, test } from '../support/test.ts'

const address = (page: Page) => page.getByLabel('כתובת אימייל')
const send = (page: Page) => page.getByRole('button', { name: 'שליחת קישור כניסה' })
const submit = (page: Page) => page.getByRole('button', { name: 'שלח קישור הרשמה' })
const phone = (page: Page) => page.getByRole('textbox', { name: 'מספר טלפון' })
const terms = (page: Page) => page.getByRole('checkbox', { name: /תנאי השימוש/ })

/** The text of what `aria-describedby` of the focused field points to. */
const descriptionOfFocus = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

test('[2.5-01] [2.5-02] [2.5-04] [2.5-05] the sign-in screen stands in two halves, in one column on a phone', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.goto('/login')
  const form = await page.locator('form').boundingBox()
  const picture = page.locator('main').getByRole('table').or(page.locator('main aside')).first()
  if (isMobile) {
    expect(form?.width).toBeGreaterThan(300)
  } else {
    const box = await picture.boundingBox()
    expect(box?.width).toBeGreaterThan(300)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(form?.x ?? 0)
  }
  await expect(page.getByRole('heading', { level: 1, name: 'כניסה לחשבון' })).toBeVisible()
  await expect(page.getByText('ונשלח אליה קישור כניסה')).toBeVisible()
  await expect(page.getByText('אין לכם חשבון?')).toContainText('הירשמו עכשיו')
  await expect(page.getByText('שכחתם את המשתמש?')).toContainText('לשחזור הגישה')
  await expect(page.getByText('לא קיבלתם את האימייל? בדקו בתיקיית הספאם.')).toBeVisible()
  await expect(page.getByText('הקישור תקף ל־24 שעות.')).toBeVisible()
})

test('[2.5-03] [4-39] [5-10] [8-19] [8-31] the button waits, says that it sends, and the link is announced', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(address(page)).toHaveAttribute('type', 'email')
  await expect(address(page)).toHaveAttribute('required', '')
  await expect(send(page)).toBeDisabled()
  await address(page).fill('   ')
  await expect(send(page)).toBeDisabled()
  let release = (): unknown => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const bodies: unknown[] = []
  await page.route('**/auth/v1/otp*', async (route) => {
    bodies.push([new URL(route.request().url()).searchParams.get('redirect_to'), route.request().postDataJSON()])
    await released
    await route.fulfill({ json: {} })
  })
  await address(page).fill('dana@example.org')
  await send(page).click()
  const busy = page.getByRole('button', { name: 'שולחים...' })
  await expect(busy).toBeDisabled()
  await expect(busy.locator('svg')).toBeVisible()
  release()
  await expect(toastSaying(page, 'Magic link sent! Check your email.')).toBeVisible()
  await expect(page.getByText('קישור כניסה נשלח לכתובת האימייל שלכם, בדקו את תיבת האימייל.')).toBeVisible()
  expect(bodies).toMatchObject([
    [expect.stringContaining('/auth/callback?n='), { email: 'dana@example.org', create_user: false }],
  ])
})

const refuse = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body })

const SIGN_IN_REFUSALS: [
  title: string,
  answer: (route: Route) => Promise<void>,
  text: string | RegExp,
  aboutAddress: boolean,
][] = [
  [
    '[8-05] [5-08] unknown address',
    refuse(422, { code: 422, error_code: 'otp_disabled', msg: 'Signups not allowed for otp' }),
    'לא מצאנו חשבון עם הכתובת הזו. קודם נרשמים, ואחר כך נכנסים.',
    true,
  ],
  [
    '[5-08] closed account',
    refuse(403, { code: 403, error_code: 'user_banned', msg: 'User is banned' }),
    'Account is deactivated. Please contact support.',
    false,
  ],
  ['[8-14] in Hebrew', refuse(400, { code: 400, msg: 'המערכת בשדרוג עד חצות' }), 'המערכת בשדרוג עד חצות', false],
  ['[8-29] without a word', refuse(400, { code: 400, msg: 'the moon is full' }), 'שגיאה בכניסה למערכת', false],
  ['thrown', (route) => route.abort(), /^שגיאה בשליחת קישור הכניסה, נסו שוב\. אין חיבור לשרת/, false],
  [
    '[8-11] too often',
    refuse(429, {
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    }),
    'היו יותר מדי ניסיונות. אפשר לנסות שוב בעוד כמה דקות.',
    false,
  ],
  ['[8-12] no address', refuse(400, { code: 400, msg: 'invalid email' }), /כתובת האימייל אינה תקינה/, true],
]

test('[8-30] [8-05] [5-08] [8-14] [8-29] [8-11] [8-12] a refusal of the sign-in form is shown in an alert, keeps what was typed, and never loses the focus', async ({
  page,
  problems,
}) => {
  await page.goto('/login')
  await address(page).fill('dana@example.org')
  for (const [title, answer, text, aboutAddress] of SIGN_IN_REFUSALS) {
    await page.route('**/auth/v1/otp*', answer, { times: 1 })
    await send(page).click()
    await expect(page.getByRole('alert'), title).toHaveText(text)
    await expect(address(page)).toHaveValue('dana@example.org')
    await expect(send(page)).toBeEnabled()
    await expect(aboutAddress ? address(page) : send(page), title).toBeFocused()
    if (!aboutAddress) continue
    await expect(address(page)).toHaveAttribute('aria-invalid', 'true')
    expect(await descriptionOfFocus(page)).toContain((await page.getByRole('alert').textContent()) ?? '?')
  }
  expectRefusals(problems, /status of 4\d\d|ERR_FAILED|Failed to fetch/)
})

test('[4-10] [5-02] [5-03] [5-05] registration names what is missing, marks it, and leads to it', async ({ page }) => {
  await page.goto('/register')
  await expect(submit(page)).toBeDisabled()
  await terms(page).check()
  await expect(submit(page)).toBeDisabled()
  await terms(page).uncheck()
  await phone(page).focus()
  await phone(page).blur()
  await expect(page.getByText('יש לאשר את תנאי השימוש')).toBeVisible()
  await expect(page.getByText('מספר טלפון הוא שדה חובה')).toBeVisible()
  await expect(phone(page)).toHaveAttribute('aria-invalid', 'true')
  await phone(page).fill('0521234567')
  await terms(page).check()
  await submit(page).click()
  await expect(page.getByLabel('שם פרטי')).toBeFocused()
  expect(await descriptionOfFocus(page)).toContain('שם פרטי הוא שדה חובה')
  await page.getByLabel('שם פרטי').fill('דנה')
  await page.getByLabel('שם משפחה').fill('לוי')
  await submit(page).click()
  await expect(address(page)).toBeFocused()
  expect(await descriptionOfFocus(page)).toContain('כתובת אימייל היא שדה חובה')
})

const REGISTRATION_REFUSALS: [string, object, string][] = [
  ['[8-26]', { code: 400, msg: 'the moon is full' }, 'שגיאה בהרשמה. נסה שוב.'],
  [
    '[5-01]',
    { code: 400, msg: 'Privacy and Terms consent are required' },
    'יש לאשר את מדיניות הפרטיות ואת תנאי השימוש',
  ],
  ['[5-03]', { code: 400, msg: 'Phone number is required' }, 'מספר טלפון הוא שדה חובה'],
  ['[8-08] [8-02]', { code: 422, msg: 'User already registered' }, 'כבר יש חשבון עם הפרטים האלה'],
  [
    '[8-09] [8-03]',
    { code: 409, msg: 'duplicate key value violates unique constraint "users_email_key"' },
    'כבר רשומה אצלנו',
  ],
  ['[8-12]', { code: 422, error_code: 'signup_disabled', msg: 'Signups not allowed' }, 'ההרשמה סגורה כרגע.'],
  ['[8-13]', { code: 500, msg: 'Internal Server Error' }, 'השרת אינו זמין כרגע'],
]

test('[4-09] [8-26] [5-01] [5-03] [8-08] [8-09] [8-12] [8-13] every refusal of registration is worded inline, and the form stays as it was', async ({
  page,
  problems,
}) => {
  const student = newStudent()
  await fillInRegistration(page, student)
  for (const [, body, text] of REGISTRATION_REFUSALS) {
    await page.route('**/auth/v1/signup*', refuse((body as { code: number }).code, body), { times: 1 })
    await submit(page).click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(page.getByLabel('שם פרטי')).toHaveValue('דנה')
    await expect(address(page)).toHaveValue(student.email)
    await expect(submit(page)).toBeEnabled()
  }
  expectRefusals(problems, /status of [45]\d\d .*\/signup/)
})

test('[3-22] [4-09] [5-04] [2.6-04] after the conflict, going back leads to the number, with everything kept', async ({
  page,
  problems,
}) => {
  await page.route(
    '**/auth/v1/signup*',
    refuse(409, { code: 409, msg: 'PHONE_ALREADY_EXISTS {"existingEmail":"d***@g***.com"}' }),
  )
  const student = newStudent()
  await fillInRegistration(page, student)
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'מספר הטלפון כבר רשום' })
  await expect(dialog).toContainText(`+972${student.phone}`)
  await expect(dialog).toContainText('d***@g***.com')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(phone(page)).toBeFocused()
  await expect(address(page)).toHaveValue(student.email)
  expectRefusals(problems, /status of 409/)
})
