import { expect, test } from 'vitest'
import { securityNotice } from './security-notice.ts'

const SITE = 'https://academy.test'
const ACADEMY = { name: 'האקדמיה', address: null, siteUrl: SITE }
const AT = '2026-11-22T11:45:00Z'
const compose = (what: string, event: object = {}, more: object = {}) =>
  securityNotice({ what, events: [{ at: AT, ...event }], times: 1, token: 'abc', ...more }, ACADEMY)
const lead = (mail: { text_body: string }) => mail.text_body.split('\n\n')[1]

test.each([
  [
    'new_device',
    { browser: 'Chrome', system: 'Windows', network: '84.229.*.*' },
    'Chrome ב־Windows, מהרשת 84.229.*.*, ',
  ],
  ['new_device', { browser: '', system: 'iOS' }, 'קודם: iOS, '],
  ['new_device', { browser: '', system: '' }, 'קודם: מכשיר לא מזוהה, '],
  ['email_change_begun', { to: 'd***@g***.com' }, 'לכתובת d***@g***.com, '],
  ['email_changed', { to: 'd***@g***.com' }, 'לכתובת d***@g***.com, '],
  ['email_changed', { from: 'd***@g***.com' }, 'במקום d***@g***.com, '],
  ['phone_changed', { from: '***233', to: '***234' }, 'מ־***233 ל־***234, '],
  ['phone_changed', { from: '***233' }, 'הוסר המספר ***233, '],
  ['second_step_joined', {}, 'גם קוד ממנה: '],
  ['second_step_removed', {}, 'לא מבקשת קוד ממנה: '],
  ['recovery_code_used', { left: 2 }, 'קודי הגיבוי: נשארו 2 קודים, '],
  ['recovery_code_used', { left: 0 }, 'לא נשארו קודים, '],
  ['recovery_codes_made', {}, 'לא תקפים: '],
  ['role_changed', { from: 'analyst', to: 'admin' }, 'מניתוח נתונים לניהול, '],
  ['staff_reopened', {}, 'נפתחה מחדש: '],
])('%s %j says what happened, when on the clock in Israel, and how to object', (what, event, words) => {
  const mail = compose(what, event)
  expect(lead(mail)).toContain(`${words}22 בנובמבר 2026 בשעה 13:45.`)
  expect(mail.text_body).toContain(`זה לא הייתי אני:\n${SITE}/auth/not-me?token=abc`)
  expect(mail.html).toContain('<html lang="he" dir="rtl">')
})

test.each(['staff_closed', 'account_secured', 'address_given_back'])('%s has nothing to press but a way on', (what) => {
  expect(compose(what).text_body).not.toContain('not-me')
})

test('names every event that it stands for, and how many there were', () => {
  const events = Array.from({ length: 5 }, (_, i) => ({ at: AT, from: `***${i}0`, to: `***${i}1` }))
  const mail = securityNotice({ what: 'phone_changed', events, times: 39, token: 'abc' }, ACADEMY)
  expect(lead(mail)).toMatch(/\*\*\*01, .*; .*\*\*\*41, .*בסך הכול 39 פעמים/)
})

test('promises to give back only what its link can', () => {
  expect(compose('email_changed', {}, { gives_back: true }).text_body).toContain('הכתובת הזאת תחזור')
  expect(compose('email_changed', {}, { gives_back: false }).text_body).not.toContain('תחזור')
})

test('says what the press took back and what it could not', () => {
  const { text_body } = compose(
    'account_secured',
    {},
    { undone: ['phone'], remaining: ['second_step'], is_staff: true },
  )
  expect(text_body).toContain('מספר הטלפון הקודם הוחזר.')
  expect(text_body).toContain('לפני יותר מיממה')
  expect(text_body).toContain(`${SITE}/admin/login`)
  expect(compose('account_secured').text_body).toContain(`${SITE}/login`)
})

test('an event without a look is refused', () => expect(() => compose('riddle')).toThrow('riddle'))
