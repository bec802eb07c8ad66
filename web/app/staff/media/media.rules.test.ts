import { expect, it } from 'vitest'
import {
  acceptedTypes,
  fieldAddress,
  fileProblem,
  focusAt,
  focusMoved,
  type MediaFile,
  pictureAddress,
  sizeAsRead,
  toLessonFile,
  uploadType,
} from './media.rules'

const MEGABYTE = 1024 * 1024

it.each([
  ['a.PNG', 10, undefined],
  ['a.svg', 10, 'OTHER_PICTURE'],
  ['IMG_1.HEIC', 10, 'HEIC'],
  ['a.avi', 0, 'OTHER_VIDEO'],
  ['a.png', 0, 'EMPTY'],
  ['png', 10, 'TYPE'],
  ['.', 10, 'TYPE'],
  ['a.png.exe', 10, 'TYPE'],
  ['a.avif', 30 * MEGABYTE + 1, 'SIZE'],
  ['a.mp4', 2048 * MEGABYTE, undefined],
  ['a.mp4', 2048 * MEGABYTE + 1, 'SIZE'],
  ['a.csv', 20 * MEGABYTE + 1, 'SIZE'],
])('a file called %s with %i bytes', (name, size, problem) => expect(fileProblem({ name, size })).toBe(problem))

it('where one kind is taken the others are refused before they go up', () => {
  expect(fileProblem({ name: 'a.mp4', size: 10 }, 'picture')).toBe('ONLY_picture')
  expect(fileProblem({ name: 'a.avif', size: 10 }, 'picture')).toBeUndefined()
})

it('the type goes by the name, because browsers call tables and archives as they please', () => {
  expect([uploadType({ name: 'דף.CSV' }), uploadType({ name: 'a.m4v' }), uploadType({ name: 'constructor' })]).toEqual([
    ...['text/csv', 'video/mp4', undefined],
  ])
  expect([acceptedTypes('video'), acceptedTypes('file')]).toEqual(['.mp4,.m4v', '.pdf,.csv,.zip,.docx,.xlsx'])
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [34_400, '34 KB'],
  [1_250_000, '1.3 MB'],
  [850_000_000, '850 MB'],
  [50_000_000_000, '50 GB'],
  [4_000_000_000_000, '4000 GB'],
])('%i bytes are read as %s', (bytes, text) => expect(sizeAsRead(bytes)).toBe(text))

it('a field holds the widest drawing, and the point that stays where it is not the middle', () => {
  const variants = [{ width: 640, format: 'webp', path: 'library/a/640.webp', bytes: 1 }]
  const address = '/storage/v1/object/public/images/library/a/640.webp'
  expect(fieldAddress({ variants, focus: { x: 0.5, y: 0.5 } })).toBe(address)
  expect(fieldAddress({ variants, focus: { x: 0.25, y: 1 } })).toBe(`${address}#focus=25,100`)
  expect(fieldAddress({ variants: [], focus: { x: 0, y: 0 } })).toBeUndefined()
})

it('a file of a lesson is called as it was, without its ending', () => {
  const file = { name: 'דף עבודה.2.xlsx', path: 'library/a/b.xlsx', storedBytes: 9 } as MediaFile
  expect(toLessonFile(file)).toEqual({ title: 'דף עבודה.2', path: 'library/a/b.xlsx', bytes: 9 })
  expect(toLessonFile({ ...file, name: '.pdf' }).title).toBe('.pdf')
})

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
