import { expect, it } from 'vitest'
import { storedValues } from './stored-values'

it('reads moments and lists, and reports once by place what is none', () => {
  const heard: string[] = []
  const stored = storedValues('articles', 'a', (place) => heard.push(place))
  expect(stored.moment('at', '2026-01-01T00:00:00+00:00')).toBe('2026-01-01T00:00:00+00:00')
  expect([stored.moment('at', null), stored.words('tags', null), stored.words('tags', ['א'])]).toEqual([
    null,
    [],
    ['א'],
  ])
  expect(heard).toEqual([])
  expect(
    ['infinity', '-infinity', '0044-03-15T00:00:00+00:00 BC', 5].map((value) => stored.moment('at', value)),
  ).toEqual(Array(4).fill(null))
  expect(stored.words('tags', ['א', null, ['ב']])).toEqual(['א'])
  expect(stored.words('tags', 'א')).toEqual([])
  expect([...new Set(heard)]).toEqual(['articles a: at', 'articles a: tags'])
})
