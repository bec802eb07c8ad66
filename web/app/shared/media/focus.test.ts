import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { focusClass, withoutFocus } from './focus'

it.each([
  ['/a/640.webp#focus=0,100', 'focused focus-x-0 focus-y-10'],
  ['/a/640.webp#focus=26,74', 'focused focus-x-3 focus-y-7'],
  ['/a/640.webp#focus=999,1', 'focused focus-x-10 focus-y-0'],
  ['/a/640.webp#focus=50,50', undefined],
  ['/a/640.webp', undefined],
  ['/a/640.webp#focus=1,2"x', undefined],
  [null, undefined],
])('the point of %s', (url, classes) => expect(focusClass(url)).toBe(classes))

it('every tenth but the middle has its rule', () => {
  const css = readFileSync(new URL('./focus.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')
  for (const axis of ['x', 'y'])
    for (const tenth of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10])
      expect(css).toContain(`.focus-${axis}-${tenth} { --focus-${axis}: ${tenth * 10}%; }`)
})

it('an address is asked for without it', () => expect(withoutFocus('/a.webp#focus=1,2')).toBe('/a.webp'))
