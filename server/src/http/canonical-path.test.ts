import { expect, test } from 'vitest'
import { canonicalPath } from './canonical-path.ts'

test.each([
  ['/courses/', '/courses'],
  ['/Courses', '/courses'],
  ['/courses//', '/courses'],
  ['//evil.example/', '/evil.example'],
  ['//', '/'],
  ['/NEWS/%D7%A8%D7%99%D7%91%D7%99%D7%AA/', '/news/%D7%A8%D7%99%D7%91%D7%99%D7%AA'],
])('the page at %s is at %s', (path, canonical) => expect(canonicalPath(path)).toBe(canonical))

test.each([
  '/',
  '/courses',
  '/news/%d7%a8',
  '/favicon.ico',
  '/README.md',
  '/__manifest',
  '/_root.data',
  '/.well-known/x',
])('%s stays where it is', (path) => expect(canonicalPath(path)).toBeUndefined())
