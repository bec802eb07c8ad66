import { expect, test } from 'vitest'
import { compose } from './compose.ts'

const week = {
  views: 1200,
  visitors: 300,
  registrations: 45,
  active_students: 20,
  completed_lessons: 60,
  completed_courses: null,
}
const before = {
  views: 1000,
  visitors: 300,
  registrations: 60,
  active_students: null,
  completed_lessons: 0,
  completed_courses: 10,
}
const SITE = 'https://academy.test'
const ACADEMY = { name: 'האקדמיה', address: null, siteUrl: SITE }
const mail = compose('weekly_figures', { first: '2026-11-15', last: '2026-11-21', week, before }, ACADEMY)

test('each figure stands beside how it changed, and few are not told', () => {
  expect(mail.text_body.split('\n\n')[2]?.split('\n')).toEqual([
    'צפיות בדפים: 1,200 (20% יותר)',
    'מבקרים, לפי ימים: 300 (בלי שינוי)',
    'נרשמו: 45 (25% פחות)',
    'סטודנטים פעילים ביום ממוצע: 20 (קודם: פחות מעשרה)',
    'שיעורים שהושלמו: 60 (קודם: 0)',
    'קורסים שהושלמו: פחות מעשרה (קודם: 10)',
  ])
  expect(mail.text_body).toContain('15 בנובמבר עד 21 בנובמבר')
})

test('it leads to the days that it tells of, and to the switch that brought it', () => {
  expect(mail.text_body).toContain(`${SITE}/admin/analytics?from=2026-11-15&to=2026-11-21`)
  expect(mail.text_body).toContain(`לכבות את הסיכום השבועי:\n${SITE}/admin/analytics#weekly-mail`)
  expect(mail.html).toContain('<html lang="he" dir="rtl">')
})
