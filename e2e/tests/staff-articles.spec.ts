import { expectAccessible } from '../support/accessibility.ts'
import { signInNewSuperAdmin } from '../support/account.ts'
import { expect, test } from '../support/test.ts'

/** What a word processor and a page of somebody else put on the clipboard. */
const PASTED = `<html><body><!--StartFragment--><p class="MsoNormal" style="mso-bidi-language:HE" onclick="alert(1)">
<b style="font-weight:normal" id="docs-internal-guid-1"><span style="font-size:11pt"><b>מודבק</b></span></b> <i>נטוי</i>
<a href="javascript:alert(1)">רע</a> <a href="https://www.boi.org.il/">טוב</a><img src=x onerror="alert(1)"><o:p></o:p></p>
<script>alert(1)</script><h1>גדול</h1><!--EndFragment--></body></html>`

test('[2.12-14] a piece of news is written, pasted, found before it is public, and read by a visitor', async ({
  page,
  academy,
  browser,
}) => {
  const visitor = await (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
  await signInNewSuperAdmin(page, academy)
  await page.goto('/admin/news')
  await page.getByRole('button', { name: 'ידיעה חדשה' }).click()
  await page.getByLabel('כותרת', { exact: true }).fill('Rate change')
  await page.getByLabel('כתובת', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rate change')

  await test.step('words, marks by Markdown, a link, a table, and what is pasted, cleaned', async () => {
    const text = page.getByRole('textbox', { name: 'הטקסט: הטקסט' })
    await text.click()
    await page.keyboard.type('## הריבית עלתה\nBank of Israel העלה את **הריבית** ב־0.25%.\n')
    await page.keyboard.type('- משכנתה\nפיקדון\n\n')
    await page.getByRole('button', { name: 'טבלה', exact: true }).click()
    await page.keyboard.type('שנה')
    await text.locator(':scope > p').last().click()
    await page.keyboard.type('סוף ')
    await expect(text.locator(':scope > p').last()).toHaveText('סוף')
    await page.evaluate((html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      document.querySelector('.rich-area')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, PASTED)
    await expect(text.locator('strong')).toHaveText(['הריבית', 'מודבק'])
    await expect(text.locator('a')).toHaveText(['טוב'])
    await expect(text.locator('em')).toHaveText(['נטוי'])
    await expect(text.locator('img, script, i, h1')).toHaveCount(0)
    const notice = page.getByRole('status').filter({ hasText: 'מה לא הודבק' })
    await expect(notice.getByRole('listitem')).toHaveText(['תמונה אחת: x'])
    await page.keyboard.type('ועוד')
    for (const left of ['טוב', 'סוף']) {
      await page.keyboard.press('Control+z')
      await expect(text).not.toContainText(left === 'טוב' ? 'ועוד' : 'מודבק')
      await expect(text).toContainText(left)
    }
    for (let step = 0; step < 2; step++) await page.keyboard.press('Control+Shift+z')
    await expect(text).toContainText('מודבק')
    await notice.getByRole('button', { name: 'הבנתי' }).click()
    await expect(notice).toBeHidden()
    await text.focus()
    await expect(text.locator('th').first()).toHaveText('שנה')
    const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
    await tool('תיבה').click()
    await tool('שימו לב').click()
    await tool('הערת שוליים').click()
    await page.getByLabel('ההערה', { exact: true }).fill('לפי הודעת הבנק')
    await page.getByRole('button', { name: 'לקבוע' }).click()
    await tool('קורס').click()
    await page.getByLabel('שם הקורס').fill('הש')
    await page.getByRole('list', { name: 'עמודים באתר' }).getByRole('button').first().click()
    await tool('נתון').click()
    await page.getByRole('list', { name: 'נתונים' }).getByRole('button').first().click()
    await expect(text.locator('.rich-warning .rich-footnote')).toHaveCount(1)
    await expect(text.locator('.rich-course')).toHaveCount(1)
    await expectAccessible(page, 'editor of an article')
  })

  await test.step('by the keyboard alone: a link, the buttons and back, a block moved, a note opened and left', async () => {
    const text = page.getByRole('textbox', { name: 'הטקסט: הטקסט' })
    await text.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('מקור')
    // At once, as quick hands on a busy machine: the browser tells of chosen words only after the next key.
    const { keyboard } = page
    const down = (key: string) => keyboard.down(key)
    const up = (key: string) => keyboard.up(key)
    await Promise.all([down('Shift'), down('Home'), up('Home'), up('Shift'), down('Control'), down('k'), up('k')])
    await up('Control')
    await page.keyboard.type('https://www.cbs.gov.il/')
    // Behind a dialog it has no role. Listens before the key is pressed: a key is faster than a script that is only asked for.
    const back = await page.evaluateHandle(() => ({
      chosen: new Promise((resolve) => {
        const tell = () => resolve(document.getSelection()?.toString())
        document.querySelector('.rich-area')?.addEventListener('focusin', tell, { once: true })
      }),
    }))
    await page.keyboard.press('Enter')
    expect(await back.evaluate(({ chosen }) => chosen), 'what is chosen the moment the focus comes back').toBe('מקור')
    await expect(text.locator('a')).toHaveText(['טוב', 'מקור'])
    await expect(text).toBeFocused()
    // What was asked is where the words lead to, and nothing else.
    await expect(page.getByText('שינוי אחד שלא נשמר')).toBeVisible()
    await page.keyboard.press('Control+Shift+ArrowUp')
    await expect(text.locator(':scope > :last-child')).not.toHaveText('מקור')
    await page.keyboard.press('Control+Shift+ArrowDown')
    await page.keyboard.press('Alt+F10')
    const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
    await expect(tool('כותרת')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(tool('כותרת משנה')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await text.locator('.rich-footnote').dblclick()
    await expect(page.getByLabel('ההערה', { exact: true })).toHaveValue('לפי הודעת הבנק')
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
  })

  await page.getByLabel('תקציר').fill('מה משתנה בתשלום החודשי')
  await page.getByLabel('העובדות נבדקו ביום').fill('2026-11-01')
  await test.step('tags by the keyboard: one in use is completed, a new one is written, the last one taken away', async () => {
    const tags = page.getByRole('combobox', { name: 'תגיות' })
    await tags.pressSequentially('ריב')
    await expect(page.getByRole('option', { name: 'ריבית', exact: true })).toBeVisible()
    await tags.press('ArrowDown')
    await tags.press('Enter')
    await tags.pressSequentially('בנק מרכזי')
    await tags.press('Enter')
    await tags.pressSequentially('טעות,')
    await tags.press('Backspace')
    await expect(page.getByRole('list', { name: 'תגיות' }).getByRole('listitem')).toHaveText([/ריבית/, /בנק מרכזי/])
    await expectAccessible(page, 'tags of an article')
  })
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'נשמר ב־' })).toBeVisible()
  expect((await visitor.request.get('/news/rate-change')).status()).toBe(404)
  await page.getByRole('button', { name: 'לפרסם', exact: true }).click()
  await expect.poll(async () => (await visitor.request.get('/news/rate-change')).status()).toBe(200)
  await visitor.goto('/news/rate-change')
  await expect(visitor.getByRole('heading', { level: 2, name: 'הריבית עלתה' })).toBeVisible()
  await expect(visitor.getByRole('listitem').filter({ hasText: /^פיקדון$/ })).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'להמשיך לקרוא' }).getByRole('link')).not.toHaveCount(0)
  await expect(
    visitor.getByRole('complementary', { name: 'שימו לב' }).getByRole('link', { name: 'הערה 1' }),
  ).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'הערות' })).toContainText('לפי הודעת הבנק')
  await expect(visitor.getByRole('region', { name: 'הנתונים בעמוד' }).getByRole('listitem')).toHaveCount(1)
  await expect(visitor.getByRole('link', { name: /^קורס באקדמיה/ })).toHaveAttribute('href', /^\/courses\//)
  await expect(visitor.getByRole('link', { name: 'טוב' })).toHaveAttribute('rel', 'noopener noreferrer')
  await visitor.getByRole('navigation', { name: 'תגיות' }).getByRole('link', { name: 'בנק מרכזי' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('חדשות ומאמרים: בנק מרכזי')
  await expect(visitor.getByRole('main').getByRole('article')).toHaveCount(1)
  await page.goto('/admin/news')
  await page.getByLabel('תגית', { exact: true }).selectOption('בנק מרכזי')
  await expect(page.getByRole('row').filter({ hasText: 'Rate change' })).toContainText('ריבית, בנק מרכזי')
})
