import { expect, it } from 'vitest'
import { drawnSources } from './library-picture'

const FOLDER = '/storage/v1/object/public/images/library/a/b/'

it('a picture of the library is there in both formats and every width up to its own', () => {
  const url = `${FOLDER}900.webp`
  expect(drawnSources(url, url)).toEqual({
    avif: `${FOLDER}320.avif 320w, ${FOLDER}640.avif 640w, ${FOLDER}900.avif 900w`,
    webp: `${FOLDER}320.webp 320w, ${FOLDER}640.webp 640w, ${FOLDER}900.webp 900w`,
  })
  expect(drawnSources(`${FOLDER}200.webp`, `https://x.example${FOLDER}200.webp`)?.webp).toBe(
    `https://x.example${FOLDER}200.webp 200w`,
  )
})

it.each([null, '/storage/v1/object/public/images/courses/a.webp', 'https://cdn.example/a.webp', `${FOLDER}a.webp`])(
  'of %s no other widths are known',
  (url) => expect(drawnSources(url, url)).toBeNull(),
)
