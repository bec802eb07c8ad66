import { expectAccessible } from '../support/accessibility.ts'
import { signInNewStudent } from '../support/account.ts'
import { linkIn } from '../support/mailbox.ts'
import { marketingMail, unsubscribeLink } from '../support/marketing.ts'
import { expect, test } from '../support/test.ts'

const STOP = 'להפסיק את הדיוור'
const STILL_COMING = 'להפסיק לקבל דיוור?'
const STOPPED = 'הדיוור הופסק'

test('the link of a marketing mail waits for a press, without signing in, and has a way back', async ({
  page,
  academy,
  browser,
}) => {
  const mail = await marketingMail(page, academy, await signInNewStudent(page, academy))
  expect(mail.subject).toBe('פרסומת: קורס חדש')
  const link = linkIn(mail, '/unsubscribe')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: STILL_COMING })).toBeVisible()
  await expect(other.getByText(/^d\*\*\*@e\*\*\*\.org$/)).toBeVisible()
  await expectAccessible(other, 'unsubscribing')
  await other.getByRole('button', { name: STOP }).click()
  await expect(other.getByRole('heading', { name: STOPPED })).toBeFocused()
  await expectAccessible(other, 'unsubscribed')
  await page.goto('/profile/privacy')
  const consent = page.getByRole('switch', { name: 'עדכונים על קורסים ותכנים חדשים' })
  await expect(consent).not.toBeChecked()
  await other.getByRole('button', { name: 'טעות? לחזור ולקבל דיוור' }).click()
  await expect(other.getByRole('heading', { name: STILL_COMING })).toBeVisible()
  await page.reload()
  await expect(consent).toBeChecked()
  await elsewhere.close()
})

test('it works without scripts, and says what comes of an unknown link', async ({ page, academy, browser }) => {
  const link = await unsubscribeLink(page, academy, await signInNewStudent(page, academy))
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const other = await plain.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: STOP }).click()
  await expect(other.getByRole('heading', { name: STOPPED })).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { name: STOPPED })).toBeVisible()
  await other.goto('/unsubscribe?token=nothing')
  await expect(other.getByRole('heading', { name: 'הקישור אינו מוכר' })).toBeVisible()
  await plain.close()
})

test('[2.11-07] mail programs end it with one POST and no redirect (RFC 8058); reading the address changes nothing; a student who owes a phone number can read it', async ({
  page,
  academy,
  problems,
}) => {
  const mail = await marketingMail(page, academy, await signInNewStudent(page, academy))
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const address = /^<(.+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const link = linkIn(mail, '/unsubscribe')
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    for (const url of [address, link]) await fetch(url, { method, redirect: 'manual' })
  }
  await academy.patch('users', ['email', mail.recipient], { phone_number: null })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: STILL_COMING })).toBeVisible()
  await expect(page.getByRole('button', { name: STOP })).toBeEnabled()
  const post = () =>
    fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  expect((await post()).status).toBe(200)
  expect((await post()).status).toBe(200)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: STOPPED })).toBeVisible()
  expect((await fetch(address.replace(/token=.*/, 'token=x'), { method: 'POST' })).status).toBe(404)
  expect(problems).toEqual([])
})
