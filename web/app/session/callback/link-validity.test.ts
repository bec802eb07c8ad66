import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAIL_LINK_VALIDITY_HOURS } from '~/shared/config/constants'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')
const numberIn = (text: string, name: string) => Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(text)?.[1])

/** Every text that people read: the Hebrew of the pages, the sign-in mails, and what is written from them. */
const texts = [
  ...readdirSync(join(ROOT, 'web/app'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.he.ts'))
    .map((path) => join('web/app', path)),
  'supabase/functions/_shared/sign-in-mail.ts',
  ...readdirSync(join(ROOT, 'supabase/templates')).map((name) => join('supabase/templates', name)),
].map((path) => [path, read(path)] as const)

const statedIn = (pattern: RegExp) =>
  texts.flatMap(([path, text]) => [...text.matchAll(pattern)].map(([, number]) => [path, Number(number)]))

test('[9-05] [2.5-05] [2.12-20] a link lives as long as people are told, in settings, code and every text', () => {
  const seconds = MAIL_LINK_VALIDITY_HOURS * 3_600
  expect(numberIn(read('supabase/config.toml'), 'otp_expiry')).toBe(seconds)
  const links = statedIn(/קישור תקף ל־(\d+) שעות/g)
  expect(links.length).toBeGreaterThan(8)
  expect(links.filter(([, hours]) => hours !== MAIL_LINK_VALIDITY_HOURS)).toEqual([])
})

test('[2.5-04] the code of a mail lives as long as people are told, where the platform has a time of its own for it', () => {
  const codes = statedIn(/הקוד ל־(\d+) דקות/g)
  expect(codes.length).toBeGreaterThan(1)
  const minutes = numberIn(read('supabase/embedded.toml'), 'code_expiry') / 60
  expect(codes.filter(([, number]) => number !== minutes)).toEqual([])
})

test('a link to a private file lives an hour at most, whoever signs it', () => {
  expect(numberIn(read('supabase/embedded.toml'), 'max_signed_url_seconds')).toBe(3_600)
})
