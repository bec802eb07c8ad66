import { expect, it } from 'vitest'
import { kindAndSize, takenName } from './lesson-file.rules'

const file = (changes: object = {}) => ({
  title: 'דף תקציב',
  path: 'demo/monthly-budget.pdf',
  bytes: 34_000,
  ...changes,
})

it.each([
  [{}, 'דף תקציב.pdf'],
  [{ title: 'הכנסות / הוצאות: 2026?', path: 'a/b.c/d.xlsx' }, 'הכנסות הוצאות 2026.xlsx'],
  [{ title: '\u2066₪100\u2069 בחודש.', path: 'a.csv' }, '₪100 בחודש.csv'],
])('a file is taken under its title, as file systems allow it', (changes, name) => {
  expect(takenName(file(changes))).toBe(name)
})

it.each([
  [{ bytes: 1 }, 'PDF · 1 KB'],
  [{ bytes: 34_000 }, 'PDF · 34 KB'],
  [{ bytes: 999 * 1024 }, 'PDF · 999 KB'],
  [{ bytes: 999 * 1024 + 1 }, 'PDF · 1.0 MB'],
  [{ bytes: 1024 * 1024 - 1 }, 'PDF · 1.0 MB'],
  [{ bytes: 2_500_000, path: 'a.xlsx' }, 'XLSX · 2.4 MB'],
])('%o is told as %s', (changes, words) => {
  expect(kindAndSize(file(changes))).toBe(words)
})
