import { expect, test } from 'vitest'
import { compose } from './compose.ts'

const ACADEMY = { name: 'האקדמיה', address: null, siteUrl: 'https://academy.test' }
const mail = (content: Record<string, unknown>) => compose('approval', content, ACADEMY)

test.each([
  ['super_admin', 'לתת הרשאה של הנהלה ראשית'],
  ['backup', 'להוריד גיבוי'],
  ['students', 'לייצא יותר מ־500 סטודנטים ביום'],
])('a request names who, what (%s) and why, and leads to the page', (act, words) => {
  const { html, text_body } = mail({ what: 'requested', act, by: 'נועה <b>', reason: 'כי <i>צריך' })
  expect(text_body).toContain(`נועה <b> רוצה ${words}. הסיבה שנכתבה: כי <i>צריך`)
  expect(text_body).toContain('https://academy.test/admin/approvals')
  expect(html).not.toMatch(/<b>|<i>/)
})

test.each([
  ['given', 'הבקשה שלכם אושרה'],
  ['refused', 'הבקשה שלכם נדחתה'],
])('the answer %s is mailed to who asked', (what, title) => {
  expect(mail({ what, act: 'backup' }).text_body).toContain(title)
})
