import { expect, it } from 'vitest'
import { fileProblem, focusAt, focusMoved, MOST_BYTES, pictureAddress } from './media.rules'

it.each([
  ['image/png', 10, undefined],
  ['image/svg+xml', 10, 'TYPE'],
  ['', 10, 'TYPE'],
  ['image/avif', MOST_BYTES + 1, 'SIZE'],
])('a file of %s with %i bytes', (type, size, problem) => expect(fileProblem({ type, size })).toBe(problem))

it('gives the address of the picture that fits, of a format that every browser shows', () => {
  const variants = [320, 640].flatMap((width) =>
    ['webp', 'avif'].map((format) => ({ width, format, path: `library/a/${width}.${format}`, bytes: 1 })),
  )
  const at = (width: number) => `/storage/v1/object/public/images/library/a/${width}.webp`
  expect([pictureAddress({ variants }, 300), pictureAddress({ variants }, 321)]).toEqual([at(320), at(640)])
  expect([pictureAddress({ variants }), pictureAddress({ variants: [] })]).toEqual([at(640), undefined])
})

it('a point stays within the picture, by pointer and by arrows', () => {
  expect(focusAt(-1, 2)).toEqual({ x: 0, y: 1 })
  expect(focusMoved({ x: 0.5, y: 0.98 }, 'ArrowDown')).toEqual({ x: 0.5, y: 1 })
  expect(focusMoved({ x: 0.5, y: 0.5 }, 'ArrowLeft')).toEqual({ x: 0.45, y: 0.5 })
  expect(focusMoved({ x: 0.5, y: 0.5 }, 'Enter')).toBeUndefined()
})
