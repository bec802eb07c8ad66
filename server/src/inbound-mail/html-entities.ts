import { latinSigns } from './charset.ts'

/** Of HTML 4 the names of the signs from U+00A0 on, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const NAMED: Record<string, string> = {
  ...Object.fromEntries(LATIN.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)])),
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', OElig: 'Œ', oelig: 'œ', Yuml: 'Ÿ' },
  ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', bull: '•' },
  ...{ hellip: '…', prime: '′', lsaquo: '‹', rsaquo: '›', euro: '€', trade: '™', larr: '←', rarr: '→', minus: '−' },
  ...{ ne: '≠', le: '≤', ge: '≥', infin: '∞', asymp: '≈', radic: '√', sum: '∑', pi: 'π', Delta: 'Δ', delta: 'δ' },
  ...{ ensp: ' ', emsp: ' ', thinsp: ' ', zwnj: '\u200c', zwj: '\u200d', lrm: '', rlm: '' },
}
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi

/** Text of a page with its character references read; those that there are not stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(REFERENCE, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    // Programs write numbers of windows-1252.
    return point > 0 && point <= 0x10ffff ? latinSigns(String.fromCodePoint(point)) : ''
  })
