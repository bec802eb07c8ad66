import { expect, test } from 'vitest'
import { findings, isAuthentic, readFindings } from './authentication.ts'

const OURS = 'mx.academy.test'
const SENDER = 'dana@example.org'
const header = (value: string, key = 'authentication-results') => ({ key, originalKey: key, value })
const isTrue = (...values: string[]) =>
  isAuthentic(
    SENDER,
    readFindings(
      values.map((value) => header(value)),
      OURS,
    ),
  )

test.each([
  'mx.academy.test; dmarc=pass (p=none dis=none) header.from=example.org',
  'MX.Academy.test 1; spf=fail smtp.mailfrom=other.org; dmarc=pass header.from=Example.ORG',
  'mx.academy.test (a comment; dkim=fail); dkim=pass header.d=example.org header.s=k header.b=ab',
  'mx.academy.test; dkim=fail header.d=list.org; dkim=pass header.i=@example.org',
  'mx.academy.test; spf=pass smtp.mailfrom=dana@example.org',
  'mx.academy.test; dkim=pass header.d=example.org; dmarc=none header.from=example.org',
  'mx.academy.test; dmarc=none (p=none dis=none) header.from=example.org; spf=pass smtp.mailfrom=dana@example.org',
  'mx.academy.test;\r\n\tdmarc=pass\r\n\theader.from=example.org',
  'mx.academy.test; dmarc/1=pass header.from="example.org"',
])('believes %j', (value) => expect(isTrue(value)).toBe(true))

test.each([
  ['nothing', ''],
  ['nothing found', 'mx.academy.test; none'],
  ['another server', 'mx.evil.test; dmarc=pass header.from=example.org'],
  ['a server whose name begins so', 'mx.academy.test.evil.test; dmarc=pass header.from=example.org'],
  ['DMARC of another domain', 'mx.academy.test; dmarc=pass header.from=evil.test'],
  ['DMARC of no domain', 'mx.academy.test; dmarc=pass'],
  [
    'DMARC that failed, whatever was signed',
    'mx.academy.test; dkim=pass header.d=example.org; dmarc=fail header.from=example.org',
  ],
  ['no policy and no proof', 'mx.academy.test; dmarc=none header.from=example.org'],
  [
    'no policy and a signature of another',
    'mx.academy.test; dmarc=none header.from=example.org; dkim=pass header.d=evil.test',
  ],
  [
    'no policy beside one that failed',
    'mx.academy.test; dmarc=none; dmarc=fail header.from=example.org; dkim=pass header.d=example.org',
  ],
  ['a signature of another domain', 'mx.academy.test; dkim=pass header.d=evil.test'],
  ['a signature of a domain beneath', 'mx.academy.test; dkim=pass header.d=evil.example.org'],
  ['a signature of all of org', 'mx.academy.test; dkim=pass header.d=org'],
  ['a signature of a domain that ends so', 'mx.academy.test; dkim=pass header.d=evilexample.org'],
  ['a signature that failed', 'mx.academy.test; dkim=fail header.d=example.org'],
  ['a half pass', 'mx.academy.test; spf=softfail smtp.mailfrom=example.org'],
  ['the greeting of a server', 'mx.academy.test; spf=pass smtp.helo=example.org'],
  [
    'a result in a comment',
    'mx.academy.test; spf=none (dmarc=pass header.from=example.org; dmarc=pass header.from=example.org)',
  ],
  ['a result in quotation marks', 'mx.academy.test; dkim=fail reason="x; dmarc=pass header.from=example.org"'],
  ['a result in a value', 'mx.academy.test; spf=fail smtp.mailfrom="dkim=pass header.d=example.org"@evil.test'],
])('does not believe %s', (_what, value) => expect(isTrue(value)).toBe(false))

test('two words of the server that contradict each other are no pass', () => {
  const pass = 'mx.academy.test; dmarc=pass header.from=example.org'
  expect(isTrue(pass, 'mx.academy.test; dmarc=fail header.from=example.org')).toBe(false)
  expect(isTrue(pass, 'mx.evil.test; dmarc=fail header.from=example.org')).toBe(true)
})

test('only the one header counts', () => {
  const value = 'mx.academy.test; dmarc=pass header.from=example.org'
  for (const name of ['arc-authentication-results', 'x-authentication-results', 'received-spf'])
    expect(isAuthentic(SENDER, readFindings([header(value, name)], OURS))).toBe(false)
})

test('believes what a webhook found as it would the header', () => {
  const found = (value: object) => isAuthentic(SENDER, findings.parse(value))
  expect(found({ dmarc: [{ result: 'pass', domain: 'example.org' }] })).toBe(true)
  expect(found({ dkim: [{ result: 'pass', domain: 'example.org' }] })).toBe(true)
  expect(found({ spf: [{ result: 'pass', domain: 'dana@example.org' }] })).toBe(true)
  expect(found({ spf: [{ result: 'pass' }] })).toBe(false)
  expect(found({})).toBe(false)
  expect(() => findings.parse({ dmarc: 'pass' })).toThrow()
})
