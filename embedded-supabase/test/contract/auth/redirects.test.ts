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
    headers: { apikey: server.supabase.anonKey, referer: 'https://pr-7.preview.example/login' },
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
  const hostile = Object.fromEntries([...names, ...more].map((name) => [name, 'evil.example']))
  const headers = { ...hostile, apikey: server.supabase.anonKey }
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

test('a project that names its targets leads from every other to the site, at every door', async () => {
  const targets = `redirect_targets = ['/auth/callback\\?n=[0-9a-f]{64}']`
  const strict = await startAuthServer({ config: `[auth]\n${targets}\n${RELAXED}`, siteUrl: SITE, externalUrl: SITE })
  try {
    const [email, waiting, other] = [newEmail(), newEmail(), newEmail()]
    const own = `${SITE}/auth/callback?n=${'a'.repeat(64)}`
    const ask = (path: string, method: string, redirectTo: string, body?: object, token = '') =>
      fetch(
        `${strict.url}/auth/v1/${path}${path.includes('?') ? '&' : '?'}redirect_to=${encodeURIComponent(redirectTo)}`,
        {
          method,
          redirect: 'manual',
          headers: { apikey: strict.supabase.anonKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        },
      )
    const { client } = await strict.person()
    const session = (await client.auth.getSession()).data.session?.access_token ?? ''
    const doors: [string, string, object?, string?][] = [
      ['otp', 'POST', { email }],
      ['magiclink', 'POST', { email }],
      ['recover', 'POST', { email }],
      ['signup', 'POST', { email: waiting, password: PASSWORD }],
      ['resend', 'POST', { email: waiting, type: 'signup' }],
      ['user', 'PUT', { email: other }, session],
      ['invite', 'POST', { email: waiting }, strict.supabase.serviceRoleKey],
      ['admin/generate_link', 'POST', { email, type: 'magiclink' }, strict.supabase.serviceRoleKey],
      ['verify?token=x&type=signup', 'GET'],
    ]
    for (const [path, method, body, token] of doors) {
      for (const target of [
        `${SITE}//evil`,
        `${SITE}/dashboard`,
        'https://evil.example/',
        `${own}&error_description=x`,
      ]) {
        const answer = await ask(path, method, target, body, token)
        expect([path, target, answer.status]).toEqual([path, target, method === 'GET' ? 303 : 200])
        if (method === 'GET') expect(answer.headers.get('location')).toMatch(new RegExp(`^${SITE}#error=`))
        if (path === 'admin/generate_link') expect(await answer.json()).toMatchObject({ redirect_to: SITE })
      }
    }
    const mailed = await strict.sql<{ html: string }>('select html from mail.outbox')
    expect(mailed.length).toBeGreaterThan(20)
    for (const { html } of mailed) {
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => new URL(link.replaceAll('&#38;', '&')))
      for (const link of links) expect(link.searchParams.get('redirect_to')).toBe(SITE)
    }
    expect((await ask('otp', 'POST', own, { email })).status).toBe(200)
    expect((await strict.lastMail(email)).link.searchParams.get('redirect_to')).toBe(own)
    const plain = newEmail()
    expect((await strict.client().auth.signInWithOtp({ email: plain })).error).toBeNull()
    const { link } = await strict.lastMail(plain)
    expect((await fetch(`${strict.url}${link.pathname}${link.search}`, { redirect: 'manual' })).status).toBe(303)
  } finally {
    await strict.close()
  }
})
