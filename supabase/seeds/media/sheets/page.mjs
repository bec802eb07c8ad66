import { colour } from '../look.mjs'

/* Few sizes and weights: each one of a variable font is embedded as a font of its own. */
const css = `
@page{size:A4;margin:0}
html{font-optical-sizing:none;font-size:10.5pt;line-height:1.5}
body{background:#fff;overflow:visible;width:210mm;height:297mm;padding:16mm 18mm 12mm;display:flex;flex-direction:column}
header{display:flex;align-items:center;gap:3mm;padding-bottom:4mm;border-bottom:.35mm solid ${colour.ink}}
header svg{width:8mm;height:8mm;flex:none}
header .name{font-size:13pt;line-height:1}
header .lesson{margin-inline-start:auto;color:${colour.ink2};font-size:9pt}
h1{font-size:27pt;line-height:1.15;margin-top:7mm}
.lead{max-width:142mm;text-wrap:balance;margin-top:2.5mm;color:${colour.ink2};font-size:10.5pt}
h2{font-size:14pt;line-height:1.2;margin:8mm 0 2.5mm}
table{width:100%;border-collapse:collapse}
th,td{text-align:start;font-weight:400;vertical-align:middle;padding:0}
thead th{font-weight:400;color:${colour.ink2};font-size:9pt;padding-bottom:1.5mm;border-bottom:.35mm solid ${colour.ink}}
tbody td,tbody th{border-bottom:.2mm solid ${colour.rule2};height:8.6mm}
tbody th{font-weight:700}
tbody th small,.hint{display:block;font-weight:400;color:${colour.ink2};font-size:9pt;line-height:1.3}
tfoot td,tfoot th{height:10mm;font-weight:700;border-bottom:.35mm solid ${colour.ink}}
.n{direction:ltr;text-align:right;white-space:nowrap}
.example{color:${colour.greenInk};background:${colour.greenWash};padding-inline:3mm}
thead .example{font-weight:700}
.blank{padding-inline-start:3mm}
.blank:not(th){border-inline-start:.2mm solid ${colour.rule}}
bdi[dir=ltr]{unicode-bidi:isolate}
footer{margin-top:auto;padding-top:3mm;border-top:.2mm solid ${colour.rule2};display:flex;justify-content:space-between;color:${colour.ink2};font-size:9pt}
`

const mark = `<svg viewBox="0 0 30 30" aria-hidden="true"><path d="M2 26h26M6 26v-6M12 26V15M18 26v-9M24 26V5" fill="none" stroke="${colour.ink}" stroke-width="3" stroke-linecap="round"/><circle cx="24" cy="5" r="3.5" fill="${colour.green}"/></svg>`

/** A sum in shekels that keeps its direction among Hebrew words. */
export const sum = (value) => `<bdi dir="ltr">₪${Math.round(value).toLocaleString('en-US')}</bdi>`

/** A calculation that reads from left to right. */
export const ltr = (words) => `<bdi dir="ltr">${words}</bdi>`

/**
 * One page to print, without its fonts: the academy's head, a title, and what stands below it.
 * @param parts `style` is CSS of this page alone, `lesson` says what it belongs to
 */
export const page = ({ title, lead, lesson, body, style = '' }) => `<!doctype html>
<html lang="he" dir="rtl"><head><meta charset="utf-8"><title>${title}</title><style>${css}${style}</style></head>
<body>
<header>${mark}<span class="serif name">האקדמיה לפיננסים</span><span class="lesson">${lesson}</span></header>
<main><h1 class="serif">${title}</h1><p class="lead">${lead}</p>${body}</main>
<footer><span>הסכומים הם דוגמה לצורכי לימוד ואינם ייעוץ.</span><span>דף עבודה</span></footer>
</body></html>`
