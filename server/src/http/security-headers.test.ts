import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { commonHeaders, contentSecurityPolicy, ownScripts, PLAIN_POLICY } from './security-headers.ts'

const MARK = 'bWFyayBvZiB0aGlzIHBhZ2U'
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test('allows each script that carries the mark by its hash, and takes the mark off', () => {
  const html = `<script nonce="${MARK}">a()</script><script type="later" nonce="${MARK}">b()</script><script nonce="${MARK}">a()</script>`
  expect(ownScripts(html, MARK)).toEqual({
    html: '<script>a()</script><script type="later">b()</script><script>a()</script>',
    hashes: [hash('a()'), hash('b()')],
  })
  const files = `<script type="module" nonce="${MARK}" src="/x.js"></script><link rel="modulepreload" nonce="${MARK}" href="/y.js"/>`
  expect(ownScripts(files, MARK)).toEqual({
    html: '<script type="module" src="/x.js"></script><link rel="modulepreload" href="/y.js"/>',
    hashes: [],
  })
})

test.each([
  '<script>evil()</script>',
  '<SCRIPT>evil()</SCRIPT>',
  '<script nonce="">evil()</script>',
  `<script nonce="${MARK.slice(1)}">evil()</script>`,
  '<script nonce="x" type="later">evil()</script>',
  '<svg><script>evil()</script></svg>',
  '<script >evil()</script >',
  '<script\n>evil()</script>',
  '<script>evil()//',
  '<script type="application/ld+json">evil()</script>',
])('what the content of a page brings is not allowed: %s', (injected) => {
  const { hashes } = ownScripts(`<p>${injected}</p><script nonce="${MARK}">own()</script>`, MARK)
  expect(hashes.filter((known) => known !== hash('own()'))).toEqual([])
  expect(contentSecurityPolicy(hashes)).not.toContain(hash('evil()'))
})

test('a page without scripts of its own still allows its own files', () => {
  expect(contentSecurityPolicy([])).toContain("script-src 'self';")
})

test('styles come from files, and only development may write them into the page', () => {
  const page = contentSecurityPolicy([hash('a()')])
  expect(page).toContain("style-src 'self';")
  expect(page).not.toMatch(/unsafe|style-src-/)
  expect(contentSecurityPolicy([], { inlineStyles: true })).toContain("style-src 'self' 'unsafe-inline';")
  expect(contentSecurityPolicy([], { inlineStyles: true })).toContain("script-src 'self';")
  expect(PLAIN_POLICY).not.toContain('style-src')
})

test('no policy allows inline scripts, evaluation, frames around us or another base', () => {
  for (const policy of [PLAIN_POLICY, contentSecurityPolicy([hash('a()')])]) {
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
  }
})

test('HSTS of a year for all subdomains is sent where the site is https', () => {
  const hsts = (siteUrl: string) => commonHeaders(siteUrl)('/')['strict-transport-security']
  expect(hsts('https://academy.example')).toBe('max-age=31536000; includeSubDomains')
  expect(hsts('http://localhost:3000')).toBeUndefined()
})
