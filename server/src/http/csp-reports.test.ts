import { describe, expect, test } from 'vitest'
import { readViolations } from './csp-reports.ts'

const SITE = 'https://academy.example'
const read = (report: unknown) => readViolations(JSON.stringify(report), SITE)
const POLICY = "default-src 'self'; report-uri /csp-reports; report-to csp"

/** What browsers send, of each a script written into a page. */
const CHROME = {
  age: 12,
  body: {
    blockedURL: 'inline',
    columnNumber: 33,
    disposition: 'enforce',
    documentURL: `${SITE}/courses/1f0e4c2a-0000-4000-8000-000000000001?from=dana%40example.com#part`,
    effectiveDirective: 'script-src-elem',
    lineNumber: 7,
    originalPolicy: POLICY,
    referrer: 'https://mail.example/read?id=7',
    sample: 'console.log("secret")',
    sourceFile: `${SITE}/assets/root-AbCd_123.js`,
    statusCode: 200,
  },
  type: 'csp-violation',
  url: `${SITE}/courses/x`,
  user_agent: 'Mozilla/5.0 Chrome/140',
}
const FIREFOX = {
  'csp-report': {
    'blocked-uri': 'https://evil.example/steal.js?token=abc',
    'column-number': 1,
    disposition: 'enforce',
    'document-uri': `${SITE}/auth/callback?code=123456`,
    'effective-directive': 'script-src-elem',
    'line-number': 3,
    'original-policy': POLICY,
    referrer: '',
    'source-file': `${SITE}/auth/callback?code=123456`,
    'status-code': 200,
    'violated-directive': 'script-src-elem',
  },
}
const SAFARI = {
  'csp-report': {
    'document-uri': `${SITE}/`,
    referrer: '',
    'violated-directive': "img-src 'self' data:",
    'effective-directive': 'img-src',
    'original-policy': POLICY,
    'blocked-uri': 'https://tracker.example',
    'status-code': 200,
  },
}
const EARLIER_FIREFOX = {
  'csp-report': {
    'blocked-uri': 'self',
    'document-uri': `${SITE}/news`,
    'violated-directive': "style-src 'self'",
    'original-policy': POLICY,
    'script-sample': 'body{}',
  },
}

describe('reads what browsers send, and keeps nothing that could name a person', () => {
  test.each([
    [
      'Chrome',
      [CHROME],
      { directive: 'script-src-elem', blocked: 'inline', page: '/courses/:id', source: '/assets/root-AbCd_123.js' },
    ],
    [
      'Safari, one object',
      CHROME,
      { directive: 'script-src-elem', blocked: 'inline', page: '/courses/:id', source: '/assets/root-AbCd_123.js' },
    ],
    [
      'Chrome, of a picture',
      [
        {
          type: 'csp-violation',
          body: { blockedURL: 'https://tracker.example/p.gif', documentURL: `${SITE}/`, effectiveDirective: 'img-src' },
        },
      ],
      { directive: 'img-src', blocked: 'https://tracker.example', page: '/', source: '' },
    ],
    [
      'Firefox',
      FIREFOX,
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/auth/callback',
        source: '/auth/callback',
      },
    ],
    ['Safari', SAFARI, { directive: 'img-src', blocked: 'https://tracker.example', page: '/', source: '' }],
    ['earlier Firefox', EARLIER_FIREFOX, { directive: 'style-src', blocked: 'self', page: '/news', source: '' }],
  ])('%s', (_, report, violation) => {
    expect(read(report)).toEqual([violation])
    expect(JSON.stringify(read(report))).not.toMatch(/dana|123456|token|secret|1f0e4c2a/)
  })
})

const changed = (fields: object) => ({ ...CHROME, body: { ...CHROME.body, ...fields } })

test.each([
  ['an extension of Chrome', { sourceFile: 'chrome-extension' }],
  ['one with its address', { sourceFile: 'chrome-extension://abcdef/content.js' }],
  ['an extension of Firefox', { blockedURL: 'moz-extension://1-2/inject.js' }],
  ['an extension of Safari', { sourceFile: 'safari-web-extension://A-B/c.js' }],
  ['what Safari masks', { sourceFile: 'webkit-masked-url://hidden/' }],
  ['a page of the browser', { blockedURL: 'about' }],
  ['a script of a user', { sourceFile: 'user-script:1' }],
  ['a document of another site', { documentURL: 'https://elsewhere.example/' }],
  ['a document without an address', { documentURL: 'about:srcdoc' }],
  ['no directive', { effectiveDirective: '<b>' }],
  ['fields of other types', { documentURL: { a: 1 } }],
])('leaves out %s', (_, fields) => {
  expect(read([changed(fields)])).toEqual([])
})

test.each([[[null, 7, 'x', [], {}]], [{ 'csp-report': null }], [[{ ...CHROME, type: 'deprecation' }]]])(
  'what is no report is none: %j',
  (body) => expect(read(body)).toEqual([]),
)

test('of a long list the first twenty are read, and what is no JSON is named so', () => {
  expect(read(Array(500).fill(CHROME))).toHaveLength(20)
  expect(readViolations('{', SITE)).toBeUndefined()
  expect(readViolations('', SITE)).toBeUndefined()
})
