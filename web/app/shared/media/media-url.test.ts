import { expect, it } from 'vitest'
import { resolveMediaUrl } from './media-url'

it.each([
  ['/storage/v1/object/public/images/a.webp', '', '/storage/v1/object/public/images/a.webp'],
  ['/storage/v1/a.webp', 'https://x.example', 'https://x.example/storage/v1/a.webp'],
  ['https://cdn.example/a.webp', 'https://x.example', 'https://cdn.example/a.webp'],
  ['/storage/v1/a.webp#focus=10,20', '', '/storage/v1/a.webp'],
  [null, '', null],
  ['', '', null],
  ['javascript:alert(1)', '', null],
  ['data:image/svg+xml,<svg onload=alert(1)>', '', null],
  ['//evil.example/a.webp', '', null],
  ['/\\evil.example/a.webp', '', null],
  ['https://[', '', null],
])('resolves %s against %s', (url, origin, result) => expect(resolveMediaUrl(url, origin)).toBe(result))
