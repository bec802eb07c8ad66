import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.ts'

test.each([
  ['<p>שלום</p><p>עולם</p>', 'שלום\n\nעולם'],
  ['<a href="https://x/?a=1&#38;b=2"><b>כניסה</b></a>', 'כניסה: https://x/?a=1&b=2'],
  ['<a href="https://x/">https://x/</a>', 'https://x/'],
  ['<style>p{}</style><script>x()</script><!-- note -->a<br>b', 'a\nb'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['a &lt;b&gt; &amp;amp; &#1513; &#x5d0; &nope; &#99999999;', 'a <b> &amp; ש א &nope;'],
])('%s', (html, text) => expect(htmlToText(html)).toBe(text))
