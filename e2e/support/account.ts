import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Academy } from './academy.ts'
import { STORE, type StoredSession } from './session.ts'
import { newStudent, type Student } from './student.ts'
import { totpCode } from './totp.ts'

/** How long a browser keeps a session [9-01]. */
const SESSION_MS = 90 * 24 * 60 * 60 * 1000

/** What waits for the link of a mail to be redeemed: the hash under which the details lie, and the token of the link. */
type Registration = { request_hash: string; token_hash: string }

/** Leaves a registration as the form does, up to the link of its mail, which the service key gives instead of the mail. */
export async function leaveRegistration(page: Page, academy: Academy, student: Student): Promise<Registration> {
  const { email, firstName: first_name, phone } = student
  const details = {
    first_name,
    last_name: 'לוי',
    phone_number: `+972${phone}`,
    marketing_consent: false,
    privacy_consent: true,
    terms_consent: true,
  }
  const request_hash = randomBytes(32).toString('hex')
  await ask(page, academy, '/rest/v1/rpc/begin_registration', { request_hash, email, ...details })
  const { hashed_token } = (await academy.asServer('POST', '/auth/v1/admin/generate_link', {
    type: 'magiclink',
    email,
    data: { ...details, user_type: 'student' },
  })) as { hashed_token: string }
  return { request_hash, token_hash: hashed_token }
}

/**
 * Makes an account as a registration leaves it, without filling in the form or reading the mail. The session is one
 * that the link of a mail opened, on the device and from the address of the page.
 */
async function makeAccount(page: Page, academy: Academy, student: Student): Promise<StoredSession> {
  const { request_hash, token_hash } = await leaveRegistration(page, academy, student)
  const first = await ask<StoredSession>(page, academy, '/auth/v1/verify', { type: 'email', token_hash })
  const apply = '/rest/v1/rpc/apply_registration'
  const { applied } = await ask<{ applied: boolean }>(page, academy, apply, { request_hash }, first.access_token)
  if (!applied) throw new Error(`The registration of ${student.email} did not become a profile`)
  // The names come into the session with its next token.
  const { refresh_token } = first
  return ask(page, academy, '/auth/v1/token?grant_type=refresh_token', { refresh_token })
}

/** Asks as the browser of the page does. @throws when it is refused */
async function ask<Answer>(
  page: Page,
  { supabaseUrl, anonKey }: Academy,
  path: string,
  data: object,
  token = anonKey,
  device: Record<string, string> = {},
): Promise<Answer> {
  const headers = { apikey: anonKey, ...(token !== anonKey && { authorization: `Bearer ${token}` }), ...device }
  const answer = await page.request.post(`${supabaseUrl}${path}`, { data, headers })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${text}`)
  return (text ? JSON.parse(text) : null) as Answer
}

/** A student with an account, who is not signed in. */
export async function returningStudent(page: Page, academy: Academy, student = newStudent()): Promise<Student> {
  const { access_token } = await makeAccount(page, academy, student)
  await ask(page, academy, '/auth/v1/logout', {}, access_token)
  return student
}

/**
 * Signs a new student in on the browser of the page, which shows nothing of it before it is opened anew. For tests
 * whose subject is not how an account comes about: those register on the form.
 */
export async function signInNewStudent(page: Page, academy: Academy, student = newStudent()): Promise<Student> {
  const session = await makeAccount(page, academy, student)
  await storeSession(page, academy, session)
  await page.evaluate((expiry) => localStorage.setItem('user_session_expiry', expiry), String(Date.now() + SESSION_MS))
  return student
}

/** What a phone calls itself. */
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** The hash of a fresh link for an address, as a mail would carry it. */
export async function freshToken(academy: Academy, email: string): Promise<string> {
  const link = await academy.asServer('POST', '/auth/v1/admin/generate_link', { type: 'magiclink', email })
  return (link as { hashed_token: string }).hashed_token
}

/** Signs a student in on a phone of theirs, past its mail; the browser of the page keeps nothing of it. */
export async function signInOnPhone(page: Page, academy: Academy, { email }: Student): Promise<StoredSession> {
  const link = { type: 'email', token_hash: await freshToken(academy, email) }
  return ask(page, academy, '/auth/v1/verify', link, academy.anonKey, { 'user-agent': SAFARI })
}

/** Whether the server still knows a session. */
export async function isSessionValid(
  { supabaseUrl, anonKey }: Academy,
  { access_token }: StoredSession,
): Promise<boolean> {
  const headers = { apikey: anonKey, authorization: `Bearer ${access_token}` }
  return (await fetch(`${supabaseUrl}/auth/v1/user`, { headers })).ok
}

/** Makes a role with one permission, whose members need no authenticator app. */
export async function makeStaffRole(academy: Academy, name: string, permission: string): Promise<void> {
  const [role] = (await academy.asServer('POST', '/rest/v1/roles', { name, level: 3 })) as { id: string }[]
  const [held] = await academy.read<{ id: string }>(`permissions?name=eq.${permission}&select=id`)
  await academy.asServer('POST', '/rest/v1/role_permissions', { role_id: role?.id, permission_id: held?.id })
}

/** Signs a new member of the staff in on the browser of the page, past the mails of invitation and sign-in. */
export async function signInNewStaff(page: Page, academy: Academy, role: string): Promise<{ email: string }> {
  const { session, email } = await makeMember(page, academy, role)
  await storeSession(page, academy, session)
  return { email }
}

/** The same for a super_admin, whose session has passed the second step by an authenticator app. */
export async function signInNewSuperAdmin(page: Page, academy: Academy): Promise<void> {
  const { access_token } = (await makeMember(page, academy, 'super_admin')).session
  const post = <Answer>(path: string, data: object) => ask<Answer>(page, academy, path, data, access_token)
  await post('/rest/v1/rpc/begin_second_step', {})
  const app = { factor_type: 'totp', friendly_name: 'app' }
  const { id, totp } = await post<{ id: string; totp: { secret: string } }>('/auth/v1/factors', app)
  const challenge = await post<{ id: string }>(`/auth/v1/factors/${id}/challenge`, {})
  const answer = { challenge_id: challenge.id, code: totpCode(totp.secret) }
  await storeSession(page, academy, await post<StoredSession>(`/auth/v1/factors/${id}/verify`, answer))
}

async function makeMember(
  page: Page,
  academy: Academy,
  role: string,
): Promise<{ session: StoredSession; email: string }> {
  const email = `${role}.${randomBytes(4).toString('hex')}@academy.example`
  const { token } = (await academy.asServer('POST', '/rest/v1/rpc/create_admin_invitation', {
    email,
    role_name: role,
    first_name: 'נועה',
    last_name: 'לוי',
  })) as { token: string }
  const { hashed_token: token_hash } = (await academy.asServer('POST', '/auth/v1/admin/generate_link', {
    type: 'magiclink',
    email,
    data: { user_type: 'admin', invitation_token: token },
  })) as { hashed_token: string }
  const session = await ask<StoredSession>(page, academy, '/auth/v1/verify', { type: 'email', token_hash })
  const accept = '/rest/v1/rpc/accept_admin_invitation'
  await ask(page, academy, accept, { token_input: token }, session.access_token)
  return { session, email }
}

/** Lets the browser of the page keep a session. */
export async function storeSession(page: Page, academy: Academy, session: StoredSession): Promise<void> {
  if (!page.url().startsWith(academy.url)) await openNothing(page, academy.url)
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [STORE, JSON.stringify(session)] as const)
}

/** Brings the page to an address of the academy, so that the browser opens its storage, without loading anything. */
async function openNothing(page: Page, url: string): Promise<void> {
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto(url)
}

/** The same, up to the dashboard that greets the student. */
export async function enterAsNewStudent(page: Page, academy: Academy, student = newStudent()): Promise<Student> {
  await signInNewStudent(page, academy, student)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(student.firstName)
  return student
}
