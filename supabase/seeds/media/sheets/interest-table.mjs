import { grow } from '../../content/figures.ts'
import { INTEREST_PRINCIPAL, INTEREST_RATES, interestTable } from '../../content/worksheets.ts'
import { colour, figure, hebrew, line, path, shekels, tag } from '../look.mjs'
import { ltr, page, sum } from './page.mjs'

const YEARS = 20
const RATE = 0.05
const percent = (rate) => `${Math.round(rate * 100)}%`
const plain = (value) => Math.round(value).toLocaleString('en-US')

const head = INTEREST_RATES.map(
  (rate) => `<th scope="col" class="n ${rate === RATE ? 'example' : ''}">${ltr(percent(rate))}</th>`,
).join('')
const rows = interestTable()
  .map(({ years, sums }) => {
    const cells = sums.map((value, index) => {
      const inColumn = INTEREST_RATES[index] === RATE
      const kind = inColumn && years === YEARS ? 'example here' : inColumn ? 'example' : ''
      return `<td class="n ${kind}">${plain(value)}</td>`
    })
    return `<tr><th scope="row" class="n">${years}</th>${cells.join('')}</tr>`
  })
  .join('')

/** As wide as the page in CSS pixels, so that its words have the sizes of the others. */
const [width, height, left, bottom] = [658, 208, 70, 182]
const [small, plainSize] = [12, 14]
const x = (year) => left + (year / 30) * (width - left - 14)
const y = (value) => bottom - ((value - INTEREST_PRINCIPAL) / 36_000) * 164
const simple = (year) => INTEREST_PRINCIPAL * (1 + RATE * year)
const compound = (year) => grow(INTEREST_PRINCIPAL, RATE, year)
const years = Array.from({ length: 31 }, (_, year) => year)
const curve = (of) => `M${years.map((year) => `${x(year).toFixed(1)} ${y(of(year)).toFixed(1)}`).join('L')}`

/** The two ways of counting interest as lines, with the gap between them after twenty years. */
const chart = tag(
  'svg',
  { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'ריבית פשוטה מול ריבית דריבית, 5%, שלושים שנה' },
  [
    ...[10_000, 20_000, 30_000, 40_000].map(
      (value) =>
        line(left, y(value), width - 14, y(value), colour.rule) +
        figure(left - 10, y(value) + 4, shekels(value), { size: small, fill: colour.ink2, weight: 400, align: 'right' }),
    ),
    path(
      `${curve(compound)}L${years
        .toReversed()
        .map((year) => `${x(year).toFixed(1)} ${y(simple(year)).toFixed(1)}`)
        .join('L')}Z`,
      { fill: colour.greenWash },
    ),
    path(curve(simple), { stroke: colour.ink2, 'stroke-width': 2 }),
    path(curve(compound), { stroke: colour.green, 'stroke-width': 2.5 }),
    line(x(YEARS), y(simple(YEARS)), x(YEARS), y(compound(YEARS)), colour.green, 1.5, { 'stroke-dasharray': '3 3' }),
    figure(x(YEARS) - 8, y(compound(YEARS)) - 6, shekels(compound(YEARS)), { size: plainSize, fill: colour.greenInk, weight: 700, align: 'right' }),
    figure(x(YEARS) + 8, y(simple(YEARS)) + 18, shekels(simple(YEARS)), { size: plainSize, fill: colour.ink2, weight: 400, align: 'left' }),
    hebrew(x(30) - 4, y(compound(30)) - 8, 'דריבית', { size: plainSize, weight: 700, fill: colour.greenInk, align: 'right' }),
    hebrew(x(30) - 4, y(simple(30)) + 20, 'פשוטה', { size: plainSize, weight: 400, fill: colour.ink2, align: 'right' }),
    line(left, bottom, width - 14, bottom, colour.ink, 1.5),
    ...[0, 10, 20, 30].map((year) =>
      figure(x(year), bottom + 19, String(year), { size: small, fill: colour.ink2, weight: 400 }),
    ),
  ].join(''),
)

/** What a sum comes to by rate and years, and the gap that interest on interest makes. */
export const interestTableSheet = page({
  title: 'טבלת ריבית דריבית',
  lesson: 'ריבית דריבית, מהיסוד',
  lead: `כמה יהיו ${sum(INTEREST_PRINCIPAL)} אחרי כל מספר שנים, כשהריבית השנתית נוספת לסכום בסוף כל שנה. לסכום אחר כופלים: ל־${sum(50_000)}, פי 5.`,
  body: `
<table class="rates">
<thead><tr><th scope="col">שנים</th>${head}</tr></thead>
<tbody>${rows}</tbody>
</table>
<h2 class="serif">הפער שיוצרת ריבית על ריבית</h2>
<p class="hint">${sum(INTEREST_PRINCIPAL)} בריבית של ${ltr(percent(RATE))}. אחרי ${YEARS} שנה ההפרש הוא ${ltr(
    `${shekels(compound(YEARS))} − ${shekels(simple(YEARS))} = ${shekels(Math.round(compound(YEARS)) - simple(YEARS))}`,
  )}.</p>
${chart}
<h2 class="serif">לבדוק לבד</h2>
<p>כופלים שוב ושוב, וממשיכים עד שהמספר נמצא בטבלה.</p>
<p class="try">${ltr(`10,000 × 1.05 = <i></i> × 1.05 = <i></i> × 1.05 = <i></i>`)}</p>`,
  style: `
.rates{margin-top:7mm;table-layout:fixed}
.rates th:first-child{width:14mm}
.rates .n{padding-inline:2mm}
.rates th[scope=row]{padding-inline:0}
.rates tbody th{font-weight:700}
.rates tbody tr:nth-child(5) td,.rates tbody tr:nth-child(5) th{border-bottom:.35mm solid ${colour.rule2}}
.rates .here{background:${colour.green};color:#fff;font-weight:700}
svg[role=img]{width:100%;display:block;margin-top:2mm}
h2{margin-top:7mm}
.try{margin-top:3mm;text-align:end}
.try i{display:inline-block;width:26mm;border-bottom:.2mm solid #8d8574;height:1em}
`,
})
