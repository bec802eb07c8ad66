import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { paths } from '~/shared/config/paths'
import { inGroups, type Standing, stepOf } from './certificate.rules'
import { qrPath } from './qr-path'

const standing = (changes: Partial<Standing> = {}): Standing => ({
  courseTitle: 'קורס',
  completedAt: '2026-11-20T10:00:00Z',
  missing: [],
  unwatched: [],
  canEarn: true,
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
  ['missing lessons that were not watched', { unwatched: [{ id: 'l1', title: 'שיעור', percent: 35 }] }, 'missing'],
  ['none, where nothing earns one', { canEarn: false }, 'none'],
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

/** What a camera would see: 4 pixels a module, and around the code the four modules of light that it is to have. */
function drawn({ size, path }: ReturnType<typeof qrPath>): [Uint8ClampedArray, number, number] {
  const side = (size + 8) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = (Number(y) + 4) * 4; row < (Number(y) + 5) * 4; row++)
      for (let column = (Number(x) + 4) * 4; column < (Number(x) + 4 + Number(length)) * 4; column++)
        pixels.fill(20, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return [pixels, side, side]
}

it.each(['https://academy.example', 'http://localhost:3000', `https://${'long-name.'.repeat(12)}example`])(
  'a QR code, read by a decoder that knows nothing of what wrote it, leads to its certificate at %s',
  (host) => {
    for (const number of ['7K2M94TQA1B2', '000000000000', 'ZZZZZZZZZZZZ']) {
      const address = new URL(paths.certificate(number), host).href
      expect(jsQR(...drawn(qrPath(address)), { inversionAttempts: 'dontInvert' })?.data).toBe(address)
    }
  },
)

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
