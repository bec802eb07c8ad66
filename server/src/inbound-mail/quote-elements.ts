/** What a program says of a line: it is quoted, it is set back (quoted or not), or a quotation begins before it. */
export type LineMark = 'quoted' | 'indented' | 'break'

const attribute = (name: string, values: string) =>
  new RegExp(`\\b${name}\\s*=\\s*["']?[^"'>]{0,200}?\\b(?:${values})`, 'i')
/**
 * Elements that hold what is answered and end where it ends: Gmail, Apple, Thunderbird, Yahoo, Zoho, Tuta, Proton, Outlook
 * for Mac and the new Outlook, Zimbra, Fastmail.
 */
const QUOTED = [
  attribute('class', 'gmail_attr|yahoo_quoted|iosymail|zmail_extra|tutanota_quote|skiff_quote|moz-cite-prefix|qt-text'),
  attribute(
    'id',
    'mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|MAC_OUTLOOK_ATTRIBUTION_BLOCKQUOTE|yahoo_quoted',
  ),
]
/** Quoted as an element `blockquote`; one without such a sign may be a paragraph that its writer set back. */
const QUOTED_BLOCK = [
  /\btype\s*=\s*["']?cite\b/i,
  attribute('class', '(?:gmail|protonmail)_quote|cite'),
  attribute('id', 'qt'),
]
/** Elements after which all is quoted: Outlook on the web and on the desk, Tencent, NetEase. */
const BREAKS = [
  attribute('id', 'x?_?divRplyFwdMsg|isReplyContent|isForwardContent|origbody|oriMsgHtmlSeperator'),
  /border-top:\s*solid #(?:E1E1E1|B5C4DF)/i,
]
/** As much of a tag as is looked at. */
const LONGEST_TAG = 2_000

/** What the lines within an element are, or after it; undefined for an element as any other. */
export function markOf(tag: string, source: string): LineMark | undefined {
  const shown = source.slice(0, LONGEST_TAG)
  if (QUOTED.some((pattern) => pattern.test(shown))) return 'quoted'
  if (tag === 'blockquote') return QUOTED_BLOCK.some((pattern) => pattern.test(shown)) ? 'quoted' : 'indented'
  return BREAKS.some((pattern) => pattern.test(shown)) ? 'break' : undefined
}
