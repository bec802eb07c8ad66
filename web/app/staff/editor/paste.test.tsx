import { Editor } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { editorKit } from './editor-kit'
import { cleanPaste } from './paste.rules'
import { richLines } from './rich-values.rules'

/** As Word for Windows puts it on the clipboard: a heading, a sentence, a numbered list with marks inside, a table. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1 dir=RTL style='text-align:right'><span lang=HE style='font-family:"Arial",sans-serif'>ריבית דריבית<o:p></o:p></span></h1>
<p class=MsoNormal dir=RTL style='text-align:right;direction:rtl'><b><span lang=HE>הכלל:</span></b><span lang=HE> מי שמתחיל מוקדם <a href="https://www.boi.org.il/" style='color:blue'>מרוויח</a>.<o:p></o:p></span></p>
<p class=MsoNormal dir=RTL><span lang=HE><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraphCxSpFirst dir=RTL style='margin-right:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span lang=HE>חוסכים<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle dir=RTL style='margin-right:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]><span lang=HE>כל חודש<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast dir=RTL style='margin-right:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]><span lang=HE>מחכים<o:p></o:p></span></p>
<h2 dir=RTL><span lang=HE>דוגמה</span></h2>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'><tr style='height:1pt'><td width=120 style='width:90pt'><p class=MsoNormal><span lang=HE>שנה</span></p></td><td><p class=MsoNormal><span lang=HE>סכום</span></p></td></tr></table>
<p class=MsoNormal><img width=200 height=100 src="file:///C:/Users/dana/image001.png" onerror="alert(1)" v:shapes="p1"></p>
<!--EndFragment--></body></html>`

/** As Google Docs puts it there. */
const GOOGLE = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5c1d2f0a-7fff"><h2 dir="rtl" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">מה זה מדד</span></h2>
<p dir="rtl" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">מדד מחזיק </span><span style="font-size:11pt;font-weight:700;">הרבה מניות</span><span style="font-weight:400;">. </span><a href="https://www.google.com/url?q=https://www.tase.co.il/he/market&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="color:#1155cc;">הבורסה</span></a></p><br />
<ul style="margin-top:0;"><li dir="rtl" style="list-style-type:disc;" aria-level="1"><p dir="rtl" role="presentation"><span style="font-weight:400;">זול</span></p></li><li dir="rtl" aria-level="1"><p dir="rtl"><span style="font-weight:400;">פשוט</span></p></li></ul></b>`

type Node = {
  type: string
  attrs?: Record<string, unknown>
  text?: string
  marks?: { type: string; attrs?: object }[]
  content?: Node[]
}
/** What the editor makes of it. */
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

describe('what is pasted', () => {
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
