import { expect, it } from 'vitest'
import { toReadablePage } from './readable-page'

const page = (data: Record<string, Record<string, unknown>[]>) =>
  toReadablePage({ exported_at: '2026-11-21T10:00:00Z', data })

it('says in Hebrew what is held, section by section', () => {
  const html = page({ bookmarks: [{ created_at: '2026-03-05T12:30:00Z', course: 'ריבית' }], mails: [] })
  expect(html).toContain('<html lang="he" dir="rtl">')
  expect(html).toContain('<h2>מועדפים</h2>')
  expect(html).toContain('<th scope="col">קורס</th>')
  expect(html).toContain('<bdi dir="rtl">ריבית</bdi>')
  expect(html).toMatch(/<bdi dir="rtl">5 במרץ 2026, 14:30<\/bdi>/)
  expect(html).toContain('<h2>הודעות שנשלחו אליכם</h2><p>אין רישומים.</p>')
})

it('runs nothing that somebody wrote, in a name, a value or a section', () => {
  const harm = `<img src=x onerror="alert('1')">`
  const html = page({ [harm]: [{ [harm]: harm, deep: { [harm]: harm } }] })
  expect(html).not.toContain('<img')
  expect(html).not.toMatch(/<script/i)
})

it('words what is yes, no and nothing, and shows a new section under its own name', () => {
  const html = page({ profile: [{ is_active: true, terms_consent: false, phone_number: null }], brand_new: [{ x: 3 }] })
  expect(html).toContain('<td>כן</td>')
  expect(html).toContain('<td>לא</td>')
  expect(html).toContain('<td>—</td>')
  expect(html).toContain('<h2>brand_new</h2>')
  expect(html).toContain('<bdi dir="ltr">3</bdi>')
})
