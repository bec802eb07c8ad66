import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, RELAXED, startAuthServer } from '../../support/auth.ts'

let server: AuthServer
beforeAll(async () => {
  const templates = `
[auth.email.template.magic_link]
subject = "Hello {{ .Data.first_name }}"
content_path = "./project/templates/magic.html"
[auth.email.template.confirmation]
subject = "missing"
content_path = "./project/templates/missing.html"
`
  const html = `<html dir="rtl"><head><style>p{}</style></head><body>
{{ if .Data.first_name }}<p>שלום {{ .Data.first_name }}</p>{{ else }}<p>שלום לך</p>{{ end }}
<a href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&email={{ .Email }}&to={{ .RedirectTo }}">כניסה</a>
<p>Code: {{ .Token }}</p></body></html>`
  server = await startAuthServer({ config: RELAXED + templates, files: { 'templates/magic.html': html } })
})
afterAll(() => server.close())

describe('signInWithOtp', () => {
  test('makes a new user, whose first mail confirms the address', async () => {
    const email = newEmail()
    const client = server.client()
    const { data, error } = await client.auth.signInWithOtp({ email, options: { data: { first_name: 'נועה' } } })
    expect([data, error]).toEqual([{ user: null, session: null }, null])
    const mail = await server.lastMail(email)
    expect([mail.kind, mail.subject, mail.link.searchParams.get('type')]).toEqual(['confirmation', 'missing', 'signup'])
    const verified = await client.auth.verifyOtp({ email, token: mail.code, type: 'email' })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.user_metadata.first_name).toBe('נועה')
  })

  test('mails a link from the project template to a confirmed user, and ignores new metadata', async () => {
    const { email, userId } = await server.person(newEmail().replace('@', '+tag&x@'))
    await server.admin.auth.admin.updateUserById(userId, { user_metadata: { first_name: '<b>"דנה"</b>' } })
    const client = server.client()
    await client.auth.signInWithOtp({ email, options: { data: { first_name: 'Eve' } } })
    const mail = await server.lastMail(email)
    expect(mail.kind).toBe('magic_link')
    expect(mail.subject).toBe('Hello <b>"דנה"</b>')
    expect(mail.html).toContain('שלום &#60;b&#62;&#34;דנה&#34;&#60;/b&#62;')
    expect(mail.html).not.toContain('שלום לך')
    expect(mail.text_body).toContain('שלום <b>"דנה"</b>')
    expect(mail.text_body).toMatch(/כניסה: http:\/\/127\.0\.0\.1:\d+\/auth\/confirm\?token_hash=[0-9a-f]{56}&email=/)
    expect(mail.text_body).not.toContain('p{}')
    expect(mail.link.searchParams.get('email')).toBe(email)
    const token_hash = mail.link.searchParams.get('token_hash') ?? ''
    const { data } = await client.auth.verifyOtp({ token_hash, type: 'magiclink' })
    expect(data.user?.user_metadata.first_name).toBe('<b>"דנה"</b>')
  })

  test('says so when the user may not be made', async () => {
    const { error } = await server
      .client()
      .auth.signInWithOtp({ email: newEmail(), options: { shouldCreateUser: false } })
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
  })

  test('refuses phones, nothing and both', async () => {
    const { error } = await server.client().auth.signInWithOtp({ phone: '+972501234567' })
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled', message: 'Unsupported phone provider' })
    const post = (body: object) =>
      fetch(`${server.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { apikey: server.supabase.anonKey },
        body: JSON.stringify(body),
      }).then((answer) => answer.json())
    expect(await post({})).toMatchObject({ code: 400, msg: 'One of email or phone must be set' })
    expect(await post({ email: 'a@example.com', phone: '1' })).toMatchObject({ error_code: 'validation_failed' })
  })

  test('POST /magiclink does the same', async () => {
    const email = newEmail()
    const body = JSON.stringify({ email })
    const headers = { apikey: server.supabase.anonKey }
    const answer = await fetch(`${server.url}/auth/v1/magiclink`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toEqual([200, {}])
    expect(await server.mails(email)).toHaveLength(1)
  })
})
