import { expectLayerAccessible } from '../support/accessibility.ts'
import { signInNewStaff } from '../support/account.ts'
import { installClock } from '../support/clock.ts'
import { toastWithText } from '../support/student.ts'
import { allowRefusals, expect, test } from '../support/test.ts'

const MINUTE = 60_000

test('a member who is away is asked two minutes before the end, may go on, and is signed out without an answer', async ({
  page,
  academy,
  problems,
}) => {
  await signInNewStaff(page, academy, 'admin')
  await installClock(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'עדיין כאן?' })

  await page.clock.fastForward(57 * MINUTE)
  await expect(question).toBeHidden()
  await page.clock.fastForward(1.5 * MINUTE)
  await expect(question.getByRole('timer')).toHaveText(/^היציאה בעוד דקה/)
  await expectLayerAccessible(page, 'the question before the end of a session', '[role=alertdialog]')
  await question.getByRole('button', { name: 'המשך עבודה' }).press('Enter')
  await expect(question).toBeHidden()
  await page.clock.fastForward(59 * MINUTE)
  await expect(question).toBeVisible()
  await page.clock.fastForward(2 * MINUTE)
  await expect(toastWithText(page, 'יצאתם מהחשבון כי לא הייתה בו פעילות. אפשר להיכנס שוב.')).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/admin/login')
  // The jumps of the clock end what is on its way.
  allowRefusals(problems, /signal timed out/)
})
