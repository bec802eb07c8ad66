import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { KINDS } from '../functions/_shared/kinds.ts'
import { callAs, owner } from './support/outcome.ts'
import { type Person, signUp, signUpStaff } from './support/people.ts'
import { PROJECT } from './support/project.ts'

let server: TestServer
let admin: Person
const database = () => server.supabase.database
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: PROJECT })
  admin = await signUpStaff(database(), 'admin@academy.example', 'admin')
  await owner(
    database(),
    `update public.admin_users set first_name = 'דנה', last_name = 'כהן' where email = 'admin@academy.example'`,
  )
})
afterAll(() => server?.close())

const invite = async (email: string, role = 'analyst') =>
  await callAs<{ id: string; token: string }>(database(), admin.caller, 'create_admin_invitation', [
    email,
    role,
    '',
    '',
  ])
const linkOf = (token: string) => `${server.url}/admin/accept-invitation?token=${token}`
/** Asks for the mail of a sign-in, as the browser of the inviter or of the person does, and gives what came. */
async function mailed(email: string, redirectTo: string) {
  await owner(database(), 'delete from auth.rate_limits')
  const { error } = await server.client().auth.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } })
  expect(error).toBeNull()
  const [mail] = await owner<{ subject: string; text_body: string; html: string }>(
    database(),
    'select subject, text_body, html from mail.outbox where recipient = $1 order by created_at desc limit 1',
    [email],
  )
  return mail ?? { subject: '', text_body: '', html: '' }
}
const words = async (recipient: string, redirectTo: string) =>
  (
    await owner<{ words: object }>(database(), 'select private.staff_mail_words($1, $2) as words', [
      recipient,
      redirectTo,
    ])
  )[0]?.words

test('[7-04] an invitation says who invites, to which role and until when, to an address that is new and to a known one', async () => {
  await signUp(database(), 'known@academy.example')
  for (const email of ['new@academy.example', 'known@academy.example']) {
    const { token } = await invite(email)
    const { subject, text_body, html } = await mailed(email, linkOf(token))
    expect(subject).toMatch(/^הזמנה לצוות · /)
    expect(text_body).toMatch(
      /הוזמנתם על ידי דנה כהן להצטרף לצוות של .+, בתפקיד ״ניתוח נתונים״\. ההזמנה תקפה עד \d\d\.\d\d\.\d{4}, \d\d:\d\d\./,
    )
    expect(html).toContain('לקבל את ההזמנה')
    expect(`${subject}${text_body}${html}`).not.toMatch(/נרשמתם|מתחילים ללמוד|\{\{/)
  }
})

test('the mail of a member speaks of the staff area, that of a student of learning', async () => {
  const staff = await mailed('admin@academy.example', `${server.url}/admin/auth/callback`)
  expect(staff.subject).toMatch(/^הכניסה למערכת הניהול · /)
  expect(staff.text_body).toContain('ואתם במערכת הניהול')
  expect(staff.text_body).not.toContain('מהמקום שבו עצרתם')
  await signUp(database(), 'student@example.org')
  const student = await mailed('student@example.org', `${server.url}/auth/callback`)
  expect(student.subject).toMatch(/^הכניסה לחשבון · /)
  expect(student.text_body).toContain('מהמקום שבו עצרתם')
})

test('words of an invitation come with its own link and address alone, while it waits', async () => {
  const email = 'guest@academy.example'
  const { id, token } = await invite(email, 'marketing')
  expect(await words(email.toUpperCase(), linkOf(token))).toMatchObject({ InvitedAs: 'שיווק', InvitedBy: 'דנה כהן' })
  for (const [recipient, link] of [
    [email, linkOf('0'.repeat(64))],
    [email, `${server.url}/auth/callback?token=${token}`],
    [email, ''],
    ['other@academy.example', linkOf(token)],
  ] as const)
    expect(await words(recipient, link)).toEqual({})
  await owner(database(), `update public.invitation_history set invited_by = null where id = $1`, [id])
  expect(await words(email, linkOf(token))).not.toHaveProperty('InvitedBy')
  await owner(database(), `update public.invitation_history set expires_at = now() where id = $1`, [id])
  expect(await words(email, linkOf(token))).toEqual({})
})

test('who is closed is no member', async () => {
  const email = 'closed@academy.example'
  await signUpStaff(database(), email, 'analyst')
  expect(await words(email, '')).toEqual({ IsStaff: 'yes' })
  await owner(database(), 'update public.admin_users set is_active = false where email = $1', [email])
  expect(await words(email, '')).toEqual({})
})

test('every role has its name in mails', async () => {
  const titles = await owner<{ title: string }>(
    database(),
    'select private.role_title(name) as title from unnest($1::text[]) as name',
    [KINDS['roles.name']],
  )
  for (const { title } of titles) expect(title).toMatch(/^[א-ת ]+$/)
})
