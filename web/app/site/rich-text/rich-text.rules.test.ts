import { expect, it } from 'vitest'
import { safeAddress } from './rich-text.rules'

it.each(['/courses', 'https://example.org/a', 'mailto:a@example.org', 'tel:03', '#part'])('follows %s', (href) =>
  expect(safeAddress(href)).toBe(href),
)

it('follows an address without the invisible letters around it', () =>
  expect(safeAddress('\u2066https://example.org/a\u200f\u00a0')).toBe('https://example.org/a'))

it.each([
  'java\u200bscript:alert(1)',
  '\u200f//evil.example',
  'javascript:alert(1)',
  ' JaVaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'vbscript:x',
  '',
  null,
])('does not follow %s', (href) => expect(safeAddress(href)).toBeNull())
