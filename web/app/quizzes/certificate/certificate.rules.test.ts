import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { inGroups, type Standing, stepOf } from './certificate.rules'
import { qrPath } from './qr-path'

const standing = (changes: Partial<Standing> = {}): Standing => ({
  courseTitle: 'קורס',
  completedAt: '2026-11-20T10:00:00Z',
  missing: [],
  firstName: 'דנה',
  lastName: 'לוי',
  number: null,
  isRevoked: false,
  mayIssueAgain: true,
  ...changes,
})

it.each([
  ['to confirm, when everything is done', {}, 'confirm'],
  ['missing lessons', { completedAt: null }, 'missing'],
  ['missing a test', { missing: [{ id: 'q1', title: 'מבחן' }] }, 'missing'],
  [
    'there, whatever was added since',
    { number: 'N', mayIssueAgain: false, missing: [{ id: 'q1', title: 'מבחן' }] },
    'see',
  ],
  ['revoked', { number: 'N', isRevoked: true, mayIssueAgain: false }, 'revoked'],
  ['revoked, with room for another', { number: 'N', isRevoked: true, mayIssueAgain: true }, 'confirm'],
] as const)('a certificate is %s', (_, changes, step) => {
  expect(stepOf(standing(changes as Partial<Standing>))).toBe(step)
})

it('a number is read in groups of four', () => {
  expect(inGroups('7K2M94TQA1B2')).toBe('7K2M-94TQ-A1B2')
})

it('a QR code is the one of its address, module by module', () => {
  for (const host of ['https://academy.example', 'http://localhost:3000']) {
    const address = `${host}/certificates/7K2M94TQA1B2`
    const { size, path } = qrPath(address)
    const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
    for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
      dark[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
    expect(dark).toEqual(encode(address, { ecc: 'M', border: 0 }).data)
  }
})

it('a QR code has its three finders, and its runs lie inside it', () => {
  const { size, path } = qrPath('https://academy.example/certificates/7K2M94TQA1B2')
  expect(size).toBe(33)
  for (const corner of ['M0 0h7v', `M${size - 7} 0h7v`, `M0 ${size - 7}h7v`]) expect(path).toContain(corner)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)]
  expect(runs.map(([run]) => run).join('')).toBe(path)
  for (const [, x, y, length] of runs) {
    expect(Number(x) + Number(length)).toBeLessThanOrEqual(size)
    expect(Number(y)).toBeLessThan(size)
  }
})
