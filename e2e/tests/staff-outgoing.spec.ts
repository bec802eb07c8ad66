import { expectAccessible, expectLayerAccessible } from '../support/accessibility.ts'
import { makeStaffRole, signInNewStaff } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

const ROLE = 'keeper_of_copies'

test('[2.12-04] a restored copy says on the first page that nothing leaves it, and takes the decision there', {
  tag: '@phone',
}, async ({ page, academy }) => {
  await makeStaffRole(academy, ROLE, 'settings.manage')
  await signInNewStaff(page, academy, ROLE)
  const hold = await academy.asServer('POST', '/rest/v1/rpc/hold_outgoing', {
    ...{ backup_at: '2026-11-02T03:10:00Z', backup_site_url: 'https://academy.example', site_url: academy.url },
  })
  try {
    await page.goto('/admin')
    const notice = page.getByRole('region', { name: 'שום דבר לא יוצא מהאתר הזה' })
    await expect(notice).toContainText('https://academy.example')
    await expect(notice.getByRole('heading', { level: 3 })).toHaveCount(5)
    await expectAccessible(page, 'the first page of a restored copy')

    await notice.getByRole('button', { name: 'השהיה: הודעות לסטודנטים' }).click()
    const question = page.getByRole('dialog', { name: 'להשהות את ההודעות לסטודנטים?' })
    await expectLayerAccessible(page, 'the question of a decision', '[role=dialog]')
    await question.getByRole('textbox').fill('תרגיל שחזור')
    await question.getByRole('button', { name: 'השהיה' }).click()
    await expect(question).toBeHidden()
    await expect(notice.getByRole('heading', { level: 3 })).toHaveCount(4)

    for (const choice of [
      ...['שליחה: הודעות כניסה', 'שליחה: הודעות אחרות'],
      ...['ביצוע: פרסומים והסתרות מתוזמנים', 'ביצוע: מחיקות של חשבונות שהגיע מועדן'],
    ]) {
      await notice.getByRole('button', { name: choice }).click()
      const sending = page.getByRole('dialog')
      await sending.getByRole('textbox').fill('האתר חזר למקומו')
      await sending.getByRole('button', { name: /^(שליחה|ביצוע)$/ }).click()
      await expect(sending).toBeHidden()
    }
    await expect(notice).toBeHidden()
  } finally {
    const kinds = ['sign_in', 'mails', 'campaigns', 'schedules', 'deletions']
    const decision = { hold_id: hold, kinds, choice: 'send', reason: 'the test is over' }
    await academy.asServer('POST', '/rest/v1/rpc/decide_outgoing', decision)
  }
})
