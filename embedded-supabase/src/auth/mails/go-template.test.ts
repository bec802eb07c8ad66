import { describe, expect, test } from 'vitest'
import { compileTemplate } from './go-template.ts'

const variables = {
  Email: 'a+b@x.com',
  Data: { name: `<b>"דנה" & 'co'</b>`, n: 0, no: false, list: [1] },
  Url: 'http://x/?a=1&b=2',
}
const html = (source: string) => compileTemplate(source)(variables)

describe('values', () => {
  test.each([
    ['{{ .Data.name }}', '&#60;b&#62;&#34;דנה&#34; &#38; &#39;co&#39;&#60;/b&#62;'],
    ['{{.Email}}', 'a+b@x.com'],
    ['<a href="{{ .Url }}">', '<a href="http://x/?a=1&#38;b=2">'],
    ['<a href="/c?e={{ .Email }}&u={{ .Url }}">', '<a href="/c?e=a%2Bb%40x.com&u=http%3A%2F%2Fx%2F%3Fa%3D1%26b%3D2">'],
    [`<a href='/c?e={{ .Email }}'>{{ .Email }}`, `<a href='/c?e=a%2Bb%40x.com'>a+b@x.com`],
    [
      '[{{ .Missing }}{{ .Data.missing.deep }}{{ .Data.list }}{{ .Data }}{{ .constructor }}{{ .Data.__proto__ }}]',
      '[]',
    ],
    ['a {{- /* note */ -}} b', 'ab'],
  ])('%s', (source, expected) => expect(html(source)).toBe(expected))

  test('a subject is plain text', () => {
    expect(compileTemplate('{{ .Data.name }}', 'text')(variables)).toBe(variables.Data.name)
  })
})

describe('conditions', () => {
  test.each([
    ['{{ if .Email }}yes{{ else }}no{{ end }}', 'yes'],
    ['{{ if .Nobody }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if .Data.no }}yes{{ end }}.', '.'],
    ['{{ if .Email }}{{ if .Nobody }}a{{ else }}b{{ end }}c{{ end }}', 'bc'],
    ['x {{- if .Email -}} y {{- end }}', 'xy'],
  ])('%s', (source, expected) => expect(html(source)).toBe(expected))

  test.each(['{{ end }}', '{{ else }}', '{{ if .A }}', '{{ range .A }}', '{{ printf "%s" .A }}', '{{ A }}'])(
    '%s is refused',
    (source) => {
      expect(() => compileTemplate(source)).toThrow()
    },
  )
})
