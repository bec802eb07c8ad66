import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '../../embedded-supabase/src/auth/mails/go-template.ts'
import { academyOf } from '../functions/_shared/mail-academy.ts'
import { layoutMail } from '../functions/_shared/mail-layout.ts'
import { recoveryMail } from '../functions/account-recovery/mail.ts'
import { signInTemplates } from '../mails/sign-in-templates.ts'

const FOLDER = new URL('../templates/', import.meta.url)
const LINK_TYPES: Record<string, string> = {
  confirmation: 'email',
  'magic-link': 'email',
  invite: 'invite',
  recovery: 'recovery',
  'email-change': 'email_change',
}
const NAMES = Object.keys(LINK_TYPES).sort()
const VARIABLES = ['.SiteURL', '.RedirectTo', '.Token', '.TokenHash', '.Email', '.NewEmail']
const CONFIG = readFileSync(new URL('../config.toml', import.meta.url), 'utf8')
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

test('there is a template with a text part for each mail that config.toml names', () => {
  const named = [...CONFIG.matchAll(/content_path = "\.\/supabase\/templates\/(.+)\.html"/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(NAMES)
  expect(readdirSync(FOLDER).sort()).toEqual(NAMES.flatMap((name) => [`${name}.html`, `${name}.txt`]))
})

test.each(signInTemplates)('%s is as the layout makes it (npm run mails)', (name, content) => {
  const { html, text_body } = layoutMail(content)
  expect(read(`${name}.html`)).toBe(html)
  expect(read(`${name}.txt`)).toBe(text_body)
})

/** The name of the settings, where the sign-in service knows it. */
const NAME = /\{\{ if \.AcademyName \}\}\{\{ \.AcademyName \}\}\{\{ else \}\}האקדמיה לפיננסים\{\{ end \}\}/g
/** What stands only where the sign-in service knows who asked. */
const ASKED = /\{\{ if \.RequestedAt \}\}.*?\{\{ end \}\}/g

/** What parts the words by who gets a mail: staff who are invited, members, everybody else. */
const BY_READER = [
  'if .InvitedAs',
  'if .InvitedBy',
  'if .IsStaff',
  'else',
  'end',
  '.InvitedAs',
  '.InvitedBy',
  '.InvitedUntil',
]

describe.each(Object.entries(LINK_TYPES))('%s', (name, type) => {
  const html = read(`${name}.html`)
  const text = read(`${name}.txt`)
  const filled = {
    SiteURL: 'https://academy.test',
    TokenHash: 'a'.repeat(56),
    Token: '123456',
    Email: 'dana@example.com',
    NewEmail: 'new@example.com',
    RedirectTo: 'https://academy.test/auth/callback?n=1&for=signin',
  }

  test('leads to our own page with the token hash, its type and where to go on, whatever the redirect looks like', () => {
    const [, href = ''] = /class="button" href="([^"]+)"/.exec(compileTemplate(html)(filled)) ?? []
    const address = new URL(href.replaceAll('&amp;', '&'))
    expect(address.origin + address.pathname).toBe('https://academy.test/auth/callback')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      token_hash: filled.TokenHash,
      type,
      to: filled.RedirectTo,
    })
  })

  test('shows the same address to be copied, in a cell that reads left to right', () => {
    const mail = compileTemplate(html)(filled)
    expect(mail).toMatch(/<td[^>]* dir="ltr"[^>]*>https:\/\/academy\.test\/auth\/callback\?token_hash=a{56}&amp;/)
    expect(compileTemplate(text, 'text')(filled)).toMatch(
      /\nhttps:\/\/academy\.test\/auth\/callback\?token_hash=a{56}&/,
    )
  })

  test('shows the code in a cell of its own, to be read from left to right', () => {
    expect(html).toMatch(/<td class="code[^>]* dir="ltr"[^>]*>\{\{ \.Token \}\}<\/td>/)
    expect(compileTemplate(text, 'text')(filled)).toContain('\n123456\n')
  })

  test('is Hebrew, from right to left', () => {
    expect(html).toContain('<html lang="he" dir="rtl">')
    expect(html).toContain('הקישור תקף ל־24 שעות, הקוד ל־10 דקות')
    expect(html).toContain('לא ')
    expect(html).not.toContain('!<')
  })

  test('asks for nothing from outside', () => {
    expect(html).not.toMatch(/https?:|\bsrc=|url\(|@import|<link|<script|<img/i)
  })

  test('uses the variables of sign-in mails only', () => {
    const whole = `${html}${text}`
    for (const [, variable] of whole
      .replaceAll(NAME, '')
      .replaceAll(ASKED, '')
      .matchAll(/\{\{ (.*?) \}\}/g))
      expect([...VARIABLES, ...BY_READER]).toContain(variable)
    for (const [, variable] of (whole.match(ASKED) ?? []).join('').matchAll(/\{\{ (\..*?) \}\}/g))
      expect(['.RequestedAt', '.RequestedFrom']).toContain(variable)
  })

  test.runIf(name !== 'invite')('names time and device of who asked, and ends its sentence where nobody knows', () => {
    const known = { ...filled, RequestedAt: '22.11.2026, 13:45', RequestedFrom: 'Chrome, <Windows>' }
    const mail = compileTemplate(html)(known)
    expect(mail).toContain('<bdi dir="ltr">22.11.2026, 13:45</bdi>')
    expect(mail).toContain('<bdi dir="ltr">Chrome, &#60;Windows&#62;</bdi>.</p>')
    expect(compileTemplate(text, 'text')(known)).toContain(
      'dana@example.com, ב־22.11.2026, 13:45 מהמכשיר Chrome, <Windows>.\n',
    )
    expect(compileTemplate(text, 'text')(filled)).toContain('dana@example.com.\n')
  })

  test('names the academy as the settings do above and below, and as it began where nobody knows', () => {
    const named = { ...filled, AcademyName: 'האקדמיה & הכלכלה' }
    expect(compileTemplate(html)(named)).toContain('>האקדמיה &#38; הכלכלה</td>')
    expect(compileTemplate(text, 'text')(named)).toContain('האקדמיה & הכלכלה. לימודי')
    expect(compileTemplate(html)(filled)).toContain('>האקדמיה לפיננסים</td>')
    expect(compileTemplate(text, 'text')(named)).not.toContain('האקדמיה לפיננסים')
    const [, subject = ''] = new RegExp(`subject = "(.*)"\ncontent_path = ".*/${name}\\.html"`).exec(CONFIG) ?? []
    expect(compileTemplate(subject, 'text')(named)).toContain(' · האקדמיה & הכלכלה')
    expect(compileTemplate(subject, 'text')(filled)).toContain(' · האקדמיה לפיננסים')
  })

  test('puts every address between isolation marks', () => {
    const shown = html.match(/\{\{ \.(New)?Email \}\}/g)?.length ?? 0
    expect(shown).toBeGreaterThan(0)
    expect(html.match(/<bdi dir="ltr">\{\{ \.(New)?Email \}\}<\/bdi>/g)).toHaveLength(shown)
  })
})

describe.each([
  ...signInTemplates.map(([name, content]) => [name, layoutMail(content).html] as const),
  [
    'account-recovery',
    recoveryMail(
      'https://academy.test/x?token=a&phone=%2B972',
      academyOf({ name: null, address: null }, 'https://academy.test'),
      {
        userAgent: null,
        at: new Date(),
      },
    ).html,
  ] as const,
])('%s is made for mail clients', (_, html) => {
  test('tables that only arrange, 600 px, every colour and font beside its words', () => {
    const tables = html.match(/<table/g)?.length ?? 0
    expect(html.match(/<table role="presentation"/g)).toHaveLength(tables)
    expect(html).toContain('width="600" style="width: 100%; max-width: 600px;"')
    for (const [cell] of html.matchAll(/<(p|h1)\b[^>]*>/g)) expect(cell).toContain('style="')
    expect(html).not.toMatch(/<div(?! style="display: none)/)
    expect(html).not.toMatch(/display: (flex|grid)|position:/)
  })

  test('says what a list of mails shows, and can be told from what follows', () => {
    expect(html).toMatch(/display: none[^>]*>[^<]{20,}&#847;&zwnj;/)
  })

  test('stays readable in dark surroundings, in every way that clients ask', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    expect(html).toContain('[data-ogsc] .ink')
  })

  test('is small enough that no client cuts it off', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(40_000)
  })
})

test('what stands in a mail can be nothing but text', () => {
  const { html, text_body } = layoutMail({
    title: '<b>"',
    preview: '&',
    lead: ['<i>', { ltr: '<u>' }],
    note: '<p>',
    footer: '<hr>',
    button: { text: '<a>', href: 'https://x/?a=1&b="><script>' },
    academy: { name: '<s>', address: null, siteUrl: 'https://x' },
  })
  expect(html).not.toMatch(/<(b|i|u|hr|s|script)>/)
  expect(html).toContain('href="https://x/?a=1&amp;b=&quot;&gt;&lt;script&gt;"')
  expect(text_body).toContain('https://x/?a=1&b=')
})
