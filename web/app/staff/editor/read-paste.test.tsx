import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { editorKit } from './editor-kit'
import { readPaste } from './read-paste'
import { richLines } from './rich-values.rules'
import { CASES, GOOGLE, WORD } from './test-pastes'

type Node = {
  type: string
  attrs?: Record<string, unknown>
  text?: string
  marks?: { type: string; attrs?: object }[]
  content?: Node[]
}
/** What the editor makes of it. */
const cleanPaste = (html: string) => readPaste(html).html
const pasted = (html: string) => {
  const editor = new Editor({ extensions: editorKit(''), injectCSS: false, content: cleanPaste(html) })
  const doc = editor.getJSON() as Node
  editor.destroy()
  return doc
}
const typesOf = (doc: Node) =>
  doc.content?.filter(({ content }) => content).map(({ type, attrs }) => `${type}${attrs?.level ?? ''}`)
const marked = (node: Node, mark: string): string[] => [
  ...(node.marks?.some(({ type }) => type === mark) ? [node.text ?? ''] : []),
  ...(node.content ?? []).flatMap((child) => marked(child, mark)),
]

const SIGNS: Readonly<Record<string, string>> = { bold: '**', italic: '*', code: '`' }
/** Words in the signs of light text. */
const inline = ({ type, text = '', attrs = {}, marks = [], content = [] }: Node): string => {
  if (type === 'hardBreak') return '⏎'
  if (type === 'footnote') return `[^${attrs.text}]`
  const link = marks.find((mark) => mark.type === 'link')?.attrs as { href: string } | undefined
  const signs = marks.map((mark) => SIGNS[mark.type] ?? '').join('')
  const words = `${signs}${text}${[...signs].reverse().join('')}`
  return (link ? `[${words}](${link.href})` : words) + content.map(inline).join('')
}
const lines = (node: Node, indent = ''): string[] => {
  const { type, attrs = {}, content = [] } = node
  if (/List$/.test(type))
    return content.flatMap((item, at) => {
      const [first = '', ...rest] = (item.content ?? []).flatMap((child) => lines(child, `${indent}  `))
      return [`${indent}${type === 'orderedList' ? `${Number(attrs.start ?? 1) + at}.` : '-'} ${first.trim()}`, ...rest]
    })
  if (type === 'table')
    return content.map(
      (row) => `| ${(row.content ?? []).map((cell) => (cell.content ?? []).map(inline).join(' ')).join(' | ')} |`,
    )
  if (type === 'doc') return content.flatMap((child) => lines(child))
  if (type === 'blockquote') return content.map((child) => `> ${inline(child)}`)
  const words = inline(node)
  return words ? [`${indent}${type === 'heading' ? `${'#'.repeat(Number(attrs.level))} ` : ''}${words.trim()}`] : []
}

describe('what is pasted', () => {
  it.each(CASES)('from $from', ({ html, text, notPasted = {} }) => {
    const nothing = { pictures: [], videos: 0, deletions: 0, comments: 0 }
    expect(lines(pasted(html)).join('\n')).toBe(text)
    expect(readPaste(html).notPasted).toEqual({ ...nothing, ...notPasted })
  })

  it('hands pictures that came along to the library, and names those that lie elsewhere', () => {
    const image = '<img alt="גרף" src="data:image/jpeg;base64,/9j/4AAQ"><img src="file:///C:/Users/dana/image001.png">'
    const { files, notPasted } = readPaste(image)
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([['גרף.jpeg', 'image/jpeg', 6]])
    expect(notPasted.pictures).toEqual(['image001.png'])
  })

  it('from this editor itself comes back as it was', () => {
    const editor = new Editor({
      extensions: editorKit(''),
      injectCSS: false,
      content: '<p><em>נטוי</em> <code>a = 1</code></p><ol start="3"><li><p>שלוש</p></li></ol>',
    })
    editor.commands.insertContentAt(1, { type: 'footnote', attrs: { text: 'הערה' } })
    const again = pasted(editor.getHTML())
    expect(again.content).toEqual((editor.getJSON() as Node).content?.filter(({ content }) => content))
    editor.destroy()
  })

  it('stays within what a text may hold, however deep or long it is', () => {
    const deep = `${'<ul><li>א'.repeat(40)}${'</li></ul>'.repeat(40)}`
    const depth = (node: Node): number => 1 + Math.max(0, ...(node.content ?? []).map(depth))
    expect(depth(pasted(deep))).toBeLessThanOrEqual(11)
    for (const long of [
      '<a '.repeat(100_000),
      '<p title="'.repeat(50_000),
      `<del>${'<b>א'.repeat(2_000)}`,
      '<!--'.repeat(50_000),
    ])
      expect(readPaste(long).html.length).toBeLessThan(3_000_000)
  })

  it('from Word keeps headings, bold words, links, lists with what lies inside them, and tables', () => {
    const doc = pasted(WORD)
    expect(typesOf(doc)).toEqual(['heading2', 'paragraph', 'orderedList', 'heading3', 'table'])
    expect([marked(doc, 'bold'), marked(doc, 'link')]).toEqual([['הכלל:'], ['מרוויח']])
    expect(richLines(JSON.stringify(doc))).toBe(
      'ריבית דריבית\nהכלל: מי שמתחיל מוקדם מרוויח.\nחוסכים\nכל חודש\nמחכים\nדוגמה\nשנה | סכום',
    )
    const list = doc.content?.find(({ type }) => type === 'orderedList')
    expect(list?.content?.map(({ content }) => content?.map(({ type }) => type))).toEqual([
      ['paragraph', 'bulletList'],
      ['paragraph'],
    ])
  })

  it('from Google Docs makes bold only what was, and leads straight to the page', () => {
    const doc = pasted(GOOGLE)
    expect(typesOf(doc)).toEqual(['heading2', 'paragraph', 'bulletList'])
    expect([marked(doc, 'bold'), marked(doc, 'link')]).toEqual([['הרבה מניות'], ['הבורסה']])
    expect(JSON.stringify(doc)).toContain('"href":"https://www.tase.co.il/he/market"')
    expect(richLines(JSON.stringify(doc))).toBe('מה זה מדד\nמדד מחזיק הרבה מניות. הבורסה\nזול\nפשוט')
  })

  it.each([WORD, GOOGLE])('carries no style, handler, comment, picture or mark of its program', (html) => {
    expect(cleanPaste(html)).not.toMatch(/style=|class=|onerror|<!|<img|mso|docs-internal|xml|<o:p/i)
  })

  it.each([
    ['an address that cannot be read', '<a href="https://www.google.com/url?q=%E0%A4%A&amp;sa=D">א</a>'],
    [
      'an address that would break out',
      '<a href="https://www.google.com/url?q=https://a.il/%22%20onclick=%22x&amp;sa=D">א</a>',
    ],
    ['a script', '<p>א<script>alert(1)</script></p><a href="javascript:alert(1)" onclick="alert(1)">ב</a>'],
    ['a comment that never ends', '<p>א</p><!-- <img src=x onerror=alert(1)>'],
  ])('with %s runs nothing', (_, html) => {
    const words = JSON.stringify(pasted(html))
    expect(words).toContain('א')
    expect(words).not.toMatch(/alert|onclick":|javascript/)
  })

  it('as plain words stays as it is', () => {
    expect(cleanPaste('<p>שלום <strong>לכם</strong></p>')).toBe('<p>שלום <strong>לכם</strong></p>')
  })
})
