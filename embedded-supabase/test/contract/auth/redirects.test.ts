import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

const SITE = 'https://academy.example'
let server: AuthServer
beforeAll(async () => {
  const config = `[auth]\nadditional_redirect_urls = ["https://*.preview.example/**"]\n${RELAXED}`
  server = await startAuthServer({ config, siteUrl: SITE, externalUrl: 'https://api.academy.example' })
})
afterAll(() => server.close())

const targetOf = async (email: string) => (await server.lastMail(email)).link.searchParams.get('redirect_to')

test('a mail leads to the asked page when it is on the list, else to the site', async () => {
  const cases: [string | undefined, string][] = [
    [`${SITE}/auth/confirm?a=b&c=d#e`, `${SITE}/auth/confirm?a=b&c=d#e`],
    ['https://pr-7.preview.example/x', 'https://pr-7.preview.example/x'],
    [undefined, SITE],
    ['https://evil.example/', SITE],
    ['https://academy.example@evil.example/', SITE],
    ['https://a.b.preview.example/', SITE],
    ['javascript:alert(1)', SITE],
    ['//evil.example', SITE],
  ]
  for (const [emailRedirectTo, expected] of cases) {
    const email = newEmail()
    const { error } = await server
      .client()
      .auth.signInWithOtp({ email, options: emailRedirectTo ? { emailRedirectTo } : {} })
    expect([error, await targetOf(email)]).toEqual([null, expected])
  }
})

test('the referrer counts when nothing valid is asked for', async () => {
  const email = newEmail()
  await fetch(`${server.url}/auth/v1/otp`, {
    method: 'POST',
    body: JSON.stringify({ email }),
    headers: { referer: 'https://pr-7.preview.example/login' },
  })
  expect(await targetOf(email)).toBe('https://pr-7.preview.example/login')
})

test('no header of the request gets into a mail', async () => {
  const names = [
    'x-forwarded-host',
    'x-host',
    'x-forwarded-server',
    'forwarded',
    'x-original-host',
    'x-http-host-override',
  ]
  const more = [
    'x-original-url',
    'x-rewrite-url',
    'origin',
    'x-forwarded-proto',
    'x-forwarded-prefix',
    'x-real-host',
    'via',
  ]
  const headers = Object.fromEntries([...names, ...more].map((name) => [name, 'evil.example']))
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(`${server.url}/auth/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, ...more },
    })
  const [signUp, otp] = [newEmail(), newEmail()]
  const { email: known } = await server.person()
  await post('/signup', { email: signUp, password: PASSWORD })
  await post('/resend', { type: 'signup', email: signUp })
  await post('/otp', { email: otp })
  await post('/recover', { email: known })
  await post('/otp', { email: known })
  const invited = newEmail()
  await post('/invite', { email: invited }, { authorization: `Bearer ${server.supabase.serviceRoleKey}` })
  const all = (await Promise.all([signUp, otp, known, invited].map((email) => server.mails(email)))).flat()
  expect(all.map(({ kind }) => kind).sort()).toEqual([
    'confirmation',
    'confirmation',
    'confirmation',
    'invite',
    'magic_link',
    'recovery',
  ])
  for (const mail of all) {
    expect(mail.html).not.toContain('evil.example')
    expect(mail.html).toContain('https://api.academy.example/auth/v1/verify?token=')
    expect(mail.text_body).toContain('https://api.academy.example/auth/v1/verify?token=')
  }
})
