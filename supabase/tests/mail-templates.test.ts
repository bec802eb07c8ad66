import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FOLDER = new URL('../templates/', import.meta.url)
const LINK_TYPES: Record<string, string> = {
  'confirmation.html': 'email',
  'magic-link.html': 'email',
  'invite.html': 'invite',
  'recovery.html': 'recovery',
  'email-change.html': 'email_change',
}
const VARIABLES = ['.SiteURL', '.RedirectTo', '.Token', '.TokenHash', '.Email', '.NewEmail']

test('there is a template for each mail that config.toml names', () => {
  const config = readFileSync(new URL('../config.toml', import.meta.url), 'utf8')
  const named = [...config.matchAll(/content_path = "\.\/supabase\/templates\/(.+)"/g)].map(([, name]) => name)
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(LINK_TYPES).sort())
  expect(named.sort()).toEqual(Object.keys(LINK_TYPES).sort())
})

describe.each(Object.entries(LINK_TYPES))('%s', (name, type) => {
  const html = readFileSync(new URL(name, FOLDER), 'utf8')

  test('leads to our own page with the token hash, its type and where to go on, whatever the redirect looks like', () => {
    expect(html).toContain(
      `href="{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${type}&to={{ .RedirectTo }}"`,
    )
    expect(html.match(/token_hash=/g)).toHaveLength(1)
  })

  test('shows the code, to be read from left to right', () => {
    expect(html).toMatch(/dir="ltr"[^>]*>\{\{ \.Token \}\}</)
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
    for (const [, variable] of html.matchAll(/\{\{ (\S+) \}\}/g)) expect(VARIABLES).toContain(variable)
    expect(html.match(/\{\{/g)?.length).toBe(html.match(/\{\{ \.\w+ \}\}/g)?.length)
  })

  test('puts every address between isolation marks', () => {
    const shown = html.match(/\{\{ \.(New)?Email \}\}/g)?.length ?? 0
    expect(shown).toBeGreaterThan(0)
    expect(html.match(/<bdi dir="ltr">\{\{ \.(New)?Email \}\}<\/bdi>/g)).toHaveLength(shown)
  })
})
