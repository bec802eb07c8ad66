import { describe, expect, test } from 'vitest'
import { compileGlob, createRedirects } from './redirects.ts'
import type { Settings } from './settings.ts'

const redirects = createRedirects({
  siteUrl: 'https://academy.example',
  redirectPatterns: [
    'https://*.partner.example/**',
    'https://app.example/auth?next=*',
    'myapp://callback',
    'https://plain.example',
  ],
} as Settings)

const hosts = [
  'evil.example',
  'academy.example.evil.example',
  'evilacademy.example',
  'a.b.partner.example',
  'partner.example',
  'academy.example.co',
  'academy-example.com',
  'xn--academy-example.evil.example',
  'partner.example.evil.example',
  'evil.example:443',
  '8.8.8.8',
]
const forms = [
  (host: string) => `https://${host}`,
  (host: string) => `https://${host}/auth/confirm?x=academy.example`,
  (host: string) => `http://${host}:8443/#https://academy.example`,
  (host: string) => `//${host}`,
  (host: string) => `/\\${host}`,
  (host: string) => `\\\\${host}`,
  (host: string) => `https:${host}`,
  (host: string) => `https:/\\${host}`,
  (host: string) => `https://academy.example@${host}/`,
  (host: string) => `https://academy.example:x@${host}/`,
  (host: string) => `https:///academy.example@${host}/`,
  (host: string) => `https://academy.example\\@${host}/`,
  (host: string) => `https://academy.example%40${host}/`,
  (host: string) => `https://academy.example%2f@${host}/`,
  (host: string) => `https://academy.example\t.${host}/`,
  (host: string) => `https://academy.example\r\n.${host}/`,
  (host: string) => `https://academy.example。${host}/`,
  (host: string) => `https://${host}/.partner.example/`,
  (host: string) => `https://${host}?.partner.example/`,
  (host: string) => `https://${host}#.partner.example/`,
  (host: string) => `https://x.partner.example.${host}/`,
  (host: string) => ` https://${host}`,
  (host: string) => `javascript://${host}/%0aalert(1)`,
  (host: string) => `data:text/html,${host}`,
  (host: string) => `ftp://${host}/`,
  (host: string) => `http://academy.example/?${host}`,
  (host: string) => `https://academy.example:444/?${host}`,
  (host: string) => `https://academy.example.:443/?${host}`,
  (host: string) => `HTTPS://${host.toUpperCase()}/`,
]
const single = [
  'javascript:alert(1)',
  'javascript://127.0.0.1/%0aalert(1)',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://0177.0.0.1/',
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'http://[::ffff:10.0.0.1]/',
  'http://[fe80::1]/',
  'myapp://callback2',
  'myapp://callback/x',
  '',
  'x',
  'https://',
  'https://plain.example.evil.example',
  'https://plain.example/x',
  'https://academy.exаmple',
  'https://app.example/auth?next=a.b',
  'https://app.example/auth',
  'https://аcademy.example',
  'https://academy.example\u0000',
  'https://academy.example\u202e/',
  'http://0/',
  'http://[::]/',
]
const refused = [...hosts.flatMap((host) => forms.map((form) => form(host))), ...single]

const accepted = [
  'https://academy.example',
  'https://academy.example/',
  'https://academy.example/a?b=c#d',
  'https://ACADEMY.example/x',
  'http://127.0.0.1:3000/x',
  'http://127.9.9.9/',
  'http://[::1]:3000/',
  'https://a.partner.example/any/path?x=y',
  'myapp://callback',
  'https://app.example/auth?next=home',
  'https://plain.example',
  'https://plain.example#x',
]

describe('where people may be sent', () => {
  test.each(accepted)('%j is allowed', (address) => expect(redirects.allows(address)).toBe(true))
  test(`none of ${refused.length} other addresses is`, () => {
    expect(refused.filter((address) => redirects.allows(address))).toEqual([])
  })
})

test('the port of localhost does not matter', () => {
  const local = createRedirects({ siteUrl: 'http://localhost:3000', redirectPatterns: [] as string[] } as Settings)
  expect(local.allows('http://localhost:5173/x')).toBe(true)
  expect(local.allows('https://localhost:3000/x')).toBe(false)
})

test('globs stop at dots and slashes', () => {
  expect(compileGlob('http://a/*').test('http://a/b/c')).toBe(false)
  expect(compileGlob('http://a/**').test('http://a/b.c/d')).toBe(true)
  expect(compileGlob('http://{a,b}/').test('http://b/')).toBe(true)
})

describe('where a project names its targets', () => {
  const NONCE = '0123456789abcdef'.repeat(4)
  const PATH = `/auth/callback?n=${NONCE}&for=signin`
  const redirectTargets = ['/auth/callback\\?n=[0-9a-f]{64}&for=(signup|signin)', '/join\\?token=[0-9a-f]{64}']
  const exact = (siteUrl: string) =>
    createRedirects({ siteUrl, redirectPatterns: ['https://academy.example/**'], redirectTargets } as never)
  const strict = exact('https://academy.example')
  const asking = (redirectTo: string | undefined, headers: Record<string, string> = {}) => {
    const query = redirectTo === undefined ? '' : `?redirect_to=${encodeURIComponent(redirectTo)}`
    const url = new URL(`https://academy.example/auth/v1/otp${query}`)
    return strict.target(new Request(url, { headers }), url)
  }
  const site = 'https://academy.example'
  const elsewhere = [
    site,
    `${site}/`,
    `${site}//evil`,
    `${site}//evil.example${PATH}`,
    `${site}/\\evil`,
    `${site}/auth/callback`,
    `${site}/dashboard`,
    `${site}/auth/verify?n=${NONCE}&for=signin`,
    `${site}/auth/callback/?n=${NONCE}&for=signin`,
    `${site}${PATH}&error_description=x`,
    `${site}${PATH}#error=x`,
    `${site}${PATH}&n=x`,
    `${site}${PATH}\n`,
    `${site}${PATH} `,
    ` ${site}${PATH}`,
    `${site}${PATH.replace('n=0', 'n=G')}`,
    `${site}${PATH}0`,
    PATH,
    `/${PATH}`,
    `${site}/auth/callback?for=signin&n=${NONCE}`,
    `${site}/auth/callback?n=&for=signin`,
    `${site}${PATH}ature`,
    `${site}/auth%2fcallback?n=${NONCE}&for=signin`,
    `${site}/./auth/callback?n=${NONCE}&for=signin`,
    `${site}/x/../auth/callback?n=${NONCE}&for=signin`,
    `${site}/auth/callback%3fn=${NONCE}&for=signin`,
    `https://academy.example:443${PATH}`,
    `https://ACADEMY.example${PATH}`,
    `http://academy.example${PATH}`,
    `https://u@academy.example${PATH}`,
    `https://academy.example@evil.example${PATH}`,
    `${site}.evil.example${PATH}`,
    `http://localhost:3000${PATH}`,
    `http://127.0.0.1${PATH}`,
    `${site}/join?token=${NONCE.toUpperCase()}`,
  ]

  test('they are allowed to the letter', () => {
    for (const address of [`${site}${PATH}`, `${site}/join?token=${NONCE}`]) expect(asking(address)).toBe(address)
  })
  test.each([...new Set([...elsewhere, ...refused.filter(Boolean), ...accepted])])(
    '%j leads to the site',
    (address) => {
      expect(strict.allows(address)).toBe(false)
      expect(asking(address)).toBe(site)
      expect(strict.target(new Request(site), new URL(site), address)).toBe(site)
    },
  )
  test('who asks for none is led to the site, whatever page sent the request', () => {
    expect(asking(undefined)).toBe(site)
    expect(asking('', { referer: `${site}/login` })).toBe(site)
  })
  test('one that is allowed does not cover another beside it', () => {
    const url = new URL(`${site}/?redirect_to=${encodeURIComponent(site + PATH)}&redirect_to=https://evil.example`)
    expect(strict.target(new Request(url), url)).toBe(site)
  })
  test('on this machine both names of the loopback address are the site', () => {
    for (const own of ['http://localhost:4000', 'http://127.0.0.1:4000']) {
      const local = exact(own)
      expect(local.allows(`http://localhost:4000${PATH}`)).toBe(true)
      expect(local.allows(`http://127.0.0.1:4000${PATH}`)).toBe(true)
      expect(local.allows(`http://localhost:4001${PATH}`)).toBe(false)
      expect(local.allows(`http://localhost.evil.example:4000${PATH}`)).toBe(false)
    }
  })
})
