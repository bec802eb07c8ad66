import { expect, it } from 'vitest'
import { linksOf } from './links.ts'

it.each([
  ['each once, in the order of the text', { text: 'https://a.test/1 (http://b.test) https://a.test/1' }],
  [
    'of the text where there is one, whatever the HTML says',
    { text: 'https://a.test/1 http://b.test', html: '<a href="https://c.test">' },
  ],
  [
    'of the HTML where there is no text, as they are read and not as they are written',
    { html: '<a href="https://a.test/1">x</a> <A HREF="http://b.test">' },
  ],
])('finds the links of a mail: %s', (_, mail) => {
  expect(linksOf(mail)).toEqual(['https://a.test/1', 'http://b.test'])
})

it('reads the entities of an address in HTML, and finds nothing in a mail without links', () => {
  expect(linksOf({ html: '<a href="https://a.test/?b=1&amp;c=&quot;2&#34;&#38;d&lt;&gt;">' })).toEqual([
    'https://a.test/?b=1&c="2"&d<>',
  ])
  expect(linksOf({ text: 'http:// and mailto:a@b.test', html: null })).toEqual([])
})
