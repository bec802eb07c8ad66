import PostalMime, { type Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { clearReceivedMails, database, deliver, received, withMailServer } from './support/mail-server.ts'
import { owner } from './support/outcome.ts'
import { signUp } from './support/people.ts'
import { stubRest } from './support/rest-shim.ts'

withMailServer()

const say = async (kind: string, content: object) =>
  owner(
    database,
    `insert into email_outbox (kind, recipient, subject, content) values ($1, 'a@example.com', 'שלום', $2)`,
    [kind, content],
  )
const nameAcademy = () =>
  owner(
    database,
    `insert into app_settings (key, value) values ('academy_name', '"האקדמיה לכלכלה"'), ('contact_address', '"הרצל 1, חיפה"')
     on conflict (key) do update set value = excluded.value`,
  )
const sent = async () => PostalMime.parse(received[0]?.text ?? '')
const header = (email: Email, key: string) => email.headers.find((one) => one.key === key)?.value

test('a marketing mail carries its way out: a link in html and text, and headers for one press (RFC 8058)', async () => {
  await say('marketing', {
    title: 'קורס <חדש>',
    lead: 'על ריבית & מדד.',
    button_text: 'לקורס',
    button_path: '/courses',
    unsubscribe_token: 'a+b/c',
  })
  expect(await deliver()).toMatchObject({ body: { sent: 1 } })
  const mail = await sent()
  expect(header(mail, 'list-unsubscribe')).toBe('<https://academy.test/unsubscribe/one-click?token=a%2Bb%2Fc>')
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  for (const body of [mail.html, mail.text]) expect(body).toContain('https://academy.test/unsubscribe?token=a%2Bb%2Fc')
  expect(mail.html).toContain('קורס &lt;חדש&gt;')
  expect(mail.html).toContain('href="https://academy.test/courses"')
  expect(mail.text).toContain('https://academy.test/contact')
  expect(await owner(database, 'select content from email_outbox')).toEqual([{ content: null }])
})

test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'its button leads nowhere but to the site: %j',
  async (button_path) => {
    await say('marketing', { title: 'x', lead: 'y', button_path, unsubscribe_token: 't' })
    await deliver()
    expect((await sent()).html).toContain('href="https://academy.test"')
    expect((await sent()).html).not.toContain('evil')
  },
)

test('the mail of a deletion names the day and the way back, the last one says it is done; neither can be refused', async () => {
  await say('account_deletion_requested', { due_at: '2026-12-05T22:30:00Z' })
  await deliver()
  const mail = await sent()
  expect(mail.text).toContain('החשבון יימחק ב־6 בדצמבר 2026')
  expect(mail.html).toContain('href="https://academy.test/profile/privacy"')
  expect(header(mail, 'list-unsubscribe')).toBeUndefined()
  clearReceivedMails()
  await say('account_deleted', {})
  await deliver()
  expect((await sent()).text).toContain('החשבון נמחק')
})

test('[7-06] the notice of a new device says browser, system, time and network in words, and leads to the way to object', async () => {
  const { id } = await signUp(database, 'a@example.com')
  await database.asAuthAdmin((tx) =>
    tx.query(`insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, '84.229.17.4')`, [
      id,
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 <b>',
    ]),
  )
  const queued = await owner<{ token: string }>(database, `select content ->> 'token' as token from email_outbox`)
  expect(await deliver()).toMatchObject({ body: { sent: 1 } })
  const mail = await sent()
  expect(mail.subject).toBe('כניסה ממכשיר חדש לחשבון · האקדמיה לפיננסים')
  const day = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' }).format(new Date())
  expect(mail.text).toContain(`קודם: Chrome ב־Windows, מהרשת 84.229.*.*, ${day} בשעה `)
  expect(mail.html).toContain('<bdi dir="ltr">84.229.*.*</bdi>')
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain(`https://academy.test/auth/not-me?token=${queued[0]?.token}`)
    expect(body).toContain('זה לא הייתי אני')
  }
  expect(header(mail, 'list-unsubscribe')).toBeUndefined()
  expect(await owner(database, 'select content from email_outbox')).toEqual([{ content: null }])
})

test('every kind names the academy as the settings do when it leaves, and marketing its postal address too', async () => {
  const contents = {
    account_deletion_requested: { due_at: '2026-12-05T22:30:00Z' },
    account_deleted: {},
    security_notice: { what: 'new_device', events: [{ at: '2026-12-05T22:30:00Z' }], times: 1, token: 't' },
    support_answer: { ticket_id: 'x', subject: 's', body: 'b' },
    weekly_figures: { first: '2026-11-15', last: '2026-11-21', week: {}, before: {} },
    approval: { what: 'requested', act: 'backup', by: 'נועה', reason: 'כי' },
    marketing: { title: 'x', lead: 'y', unsubscribe_token: 't' },
  }
  for (const [kind, content] of Object.entries(contents)) await say(kind, content)
  await nameAcademy()
  onTestFinished(async () => void (await owner(database, 'delete from app_settings')))
  expect(await deliver()).toMatchObject({ body: { sent: 7 } })
  const mails = await Promise.all(received.map(({ text }) => PostalMime.parse(text)))
  for (const { html, text } of mails) {
    expect(html).toContain('>האקדמיה לכלכלה</td>')
    expect(text).toContain('האקדמיה לכלכלה. לימודי כלכלה')
    expect(html).not.toContain('לפיננסים')
  }
  const named = mails.filter(({ text }) => text?.includes('ההודעה נשלחה מאת האקדמיה לכלכלה, הרצל 1, חיפה.'))
  expect(named.map(({ text }) => text?.includes('כי אישרתם לקבל מאיתנו דיוור'))).toEqual([true])
})

test('the settings are asked for once a run, and a mail waits while they cannot be read', async () => {
  const { calls } = stubRest(database)
  await say('account_deleted', {})
  await say('marketing', { title: 'x', lead: 'y', unsubscribe_token: 't' })
  await owner(database, 'revoke execute on function mail_sender() from service_role')
  onTestFinished(async () => void (await owner(database, 'grant execute on function mail_sender() to service_role')))
  expect(await deliver()).toMatchObject({ body: { sent: 0, failed: 2 } })
  expect(calls.filter((name) => name === 'mail_sender')).toHaveLength(1)
  expect(
    await owner(database, `select from email_outbox where status = 'queued' and content is not null`),
  ).toHaveLength(2)
})

test('subjects that the database writes name it too', async () => {
  await nameAcademy()
  onTestFinished(async () => void (await owner(database, 'delete from app_settings')))
  const dana = await signUp(database, 'leaving@example.com')
  await owner(database, `select private.mark_for_deletion(users, null, null) from users where id = $1`, [dana.id])
  await owner(database, `select private.purge_account(users) from users where id = $1`, [dana.id])
  const [{ notice } = {}] = await owner<{ notice: string }>(
    database,
    `select private.notice_subject('new_device') as notice`,
  )
  expect(notice).toBe('כניסה ממכשיר חדש לחשבון · האקדמיה לכלכלה')
  expect(await owner(database, 'select subject from email_outbox')).toEqual([
    { subject: 'החשבון נמחק · האקדמיה לכלכלה' },
  ])
})

test('a kind without a look is tried again, not lost', async () => {
  await say('riddle', {})
  expect(await deliver()).toMatchObject({ body: { sent: 0, failed: 1 } })
  expect(await owner(database, 'select status, content from email_outbox')).toEqual([{ status: 'queued', content: {} }])
})
