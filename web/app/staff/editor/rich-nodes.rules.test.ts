import { expect, it } from 'vitest'
import { attrsOfPaste, pictureAttrs } from './rich-nodes.rules'

const ID = '5f0c8f3e-0000-4000-8000-000000000001'
const FOLDER = `library/${ID}/5f0c8f3e-0000-4000-8000-000000000002/`
const file = {
  ...{ id: ID, width: 1600, height: 900, alt: 'גרף' },
  variants: [640, 320].flatMap((width) =>
    ['webp', 'avif'].map((format) => ({ width, format, path: `${FOLDER}${width}.${format}` })),
  ),
}

it('a picture of the library is its folder, its widths and what it shows', () => {
  expect(pictureAttrs(file)).toEqual({
    ...{ media: ID, src: `/storage/v1/object/public/images/${FOLDER}`, widths: [320, 640] },
    ...{ width: 1600, height: 900, alt: 'גרף', caption: null },
  })
  expect(pictureAttrs({ ...file, variants: [] })).toBeUndefined()
})

it('what was copied from a text can be pasted', () => {
  const picture = pictureAttrs(file)
  expect(attrsOfPaste('picture', JSON.stringify(picture))).toEqual(picture)
  expect(attrsOfPaste('footnote', '{"text":"ראו שם","onclick":"x"}')).toEqual({ text: 'ראו שם' })
  expect(attrsOfPaste('formula', '{"text":"a + b"}')).toEqual({ text: 'a + b' })
  expect(attrsOfPaste('callout', '{"tone":"warning"}')).toEqual({ tone: 'warning' })
  expect(attrsOfPaste('fact', JSON.stringify({ id: ID }))).toMatchObject({ id: ID, says: null })
})

it.each([
  ['picture', null],
  ['picture', '{'],
  ['picture', 'null'],
  ['picture', JSON.stringify({ ...pictureAttrs(file), src: 'https://evil.example/' })],
  ['picture', JSON.stringify({ ...pictureAttrs(file), media: ID.replace('5', '6') })],
  ['picture', JSON.stringify({ ...pictureAttrs(file), widths: ['320"'] })],
  ['callout', '{"tone":"x onload"}'],
  ['footnote', '{"text":"  "}'],
  ['courseCard', '{"id":"../admin","title":"א"}'],
  ['fact', '{"id":"1"}'],
  ['formula', '{"text":"<script>"}'],
  ['formula', '{"text":["a"]}'],
] as const)('a forged %s is not: %s', (kind, json) => expect(attrsOfPaste(kind, json)).toBeNull())
