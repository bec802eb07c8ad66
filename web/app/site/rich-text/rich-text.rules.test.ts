import { expect, it } from 'vitest'
import { safeAddress } from './rich-text.rules'

it.each(['/courses', 'https://example.org/a', 'mailto:a@example.org', 'tel:03', '#part'])('follows %s', (href) =>
  expect(safeAddress(href)).toBe(href),
)

it.each([
  'javascript:alert(1)',
  ' JaVaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'vbscript:x',
  '',
  null,
])('does not follow %s', (href) => expect(safeAddress(href)).toBeNull())
