import { expect, test } from 'vitest'
import { contentSecurityPolicy, inlineScriptHashes } from './security-headers.ts'

test('allows each inline script by its hash and leaves scripts with an address alone', () => {
  const html = '<script>a()</script><script type="module" src="/x.js"></script><script>a()</script>'
  expect(inlineScriptHashes(html)).toEqual(["'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"])
})

test('a page without inline scripts still allows its own files', () => {
  expect(contentSecurityPolicy([])).toContain("script-src 'self';")
})
