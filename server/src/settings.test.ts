import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['SITE_URL', 'academy.example', 'SITE_URL: must be the whole address with https://'],
  ['SITE_URL', 'https://', 'SITE_URL: must be the whole address'],
  ['SITE_URL', 'https://academy.example/site', 'no path behind the name'],
  ['METRICS_TOKEN', '', 'METRICS_TOKEN: must have at least 16 characters; leave the line out'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN: must have at least 16'],
  ['MAIL_FROM', 'האקדמיה לפיננסים', 'MAIL_FROM: has no address: say it as'],
  ['MAIL_FROM', 'a@b.example, c@d.example', 'MAIL_FROM: has no address'],
  ['PORT', '80a', 'PORT: must be a number from 0 to 65535'],
  ['PORT', '65536', 'PORT: must be a number'],
  ['SMTP_PORT', '0', 'SMTP_PORT: must be a number from 1'],
  ['SMTP_SECURE', 'yes', 'SMTP_SECURE: must be 0 or 1'],
  ['NODE_ENV', 'prod', 'NODE_ENV: must be production or development'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL: must be one of debug'],
  ['CLIENT_ADDRESS_HEADER', 'x-forwarded-for: 1', 'CLIENT_ADDRESS_HEADER: must be the name of one header'],
  ['CLIENT_ADDRESS_HOPS', '0', 'CLIENT_ADDRESS_HOPS: must be a number from 1 to 9'],
  ['DATABASE_URL', 'mysql://secret-word@db', 'DATABASE_URL: must be postgres://owner'],
  ['DATABASE_URL', 'postgres://secret word:5432:x/db', 'DATABASE_URL: must be postgres://owner'],
  ['DATABASE_URL', 'postgres://a@db/b?sslmode=full', 'DATABASE_URL: sslmode must be one of'],
  ['SUPABASE_URL', 'project.supabase.co', 'SUPABASE_URL: must be the whole address of the project'],
  ['STORAGE_S3_ENDPOINT', 's3.example.com', 'STORAGE_S3_ENDPOINT: must be the whole address of the service'],
  ['SMTP_USER', 'academy', 'SMTP_USER, SMTP_PASSWORD: must be set together'],
])('the wrong setting %s=%s is named, and its value is not shown', (name, value, sentence) => {
  const read = () => readConfig({ NODE_ENV: 'production', [name]: value })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow('secret')
})

test('several mistakes are told at once', () => {
  expect(() => readConfig({ PORT: 'x', SITE_URL: 'x' })).toThrow(/PORT: .*\n.*SITE_URL: /)
})

test('an empty setting is as left out', () => {
  const empty = ['HOST', 'PORT', 'SITE_URL', 'SMTP_HOST', 'SMTP_PORT', 'MAIL_FROM', 'DATABASE_URL', 'SEED_DEMO']
  const config = readConfig({ NODE_ENV: 'production', ...Object.fromEntries(empty.map((name) => [name, ''])) })
  expect(config).toEqual(readConfig({ NODE_ENV: 'production' }))
  expect([config.host, config.port, config.seedDemo]).toEqual(['127.0.0.1', 3000, true])
})

test('the slash at the end of an address is left out', () => {
  expect(readConfig({ SITE_URL: 'https://academy.example/' }).siteUrl).toBe('https://academy.example')
})
