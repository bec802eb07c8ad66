import { BUDGET_EXAMPLE, BUDGET_INCOME, YEARLY_EXAMPLE } from '../../content/worksheets.ts'
import { ltr, page, sum } from './page.mjs'

const total = (rows) => rows.reduce((all, row) => all + row.at(-1), 0)
const yearly = total(YEARLY_EXAMPLE)

const rows = BUDGET_EXAMPLE.map(
  ([item, hint, value]) =>
    `<tr><th scope="row">${item}<small>${hint}</small></th><td class="n example">${sum(value)}</td><td class="blank"></td><td class="blank"></td><td class="blank"></td></tr>`,
).join('')

const yearlyRows = [...YEARLY_EXAMPLE, ['', null], ['', null]]
  .map(
    ([item, value]) =>
      `<tr><th scope="row">${item}</th><td class="n ${value === null ? '' : 'example'}">${value === null ? '' : sum(value)}</td><td class="blank"></td></tr>`,
  )
  .join('')

const questions = ['מה תכננו', 'מה קרה', 'מה הפתיע', 'מה משנים בחודש הבא']
  .map((question) => `<li><b>${question}</b></li>`)
  .join('')

/** The budget on one page: six parts of a month, what comes once a year, and the monthly talk. */
export const budgetSheet = page({
  title: 'דף תקציב חודשי',
  lesson: 'תקציב בית שמחזיק מעמד',
  lead: 'שישה סעיפים, סכומים מעוגלים, עמוד אחד. ממלאים את העמודה ״תכננו״ לפני שהחודש מתחיל ואת ״יצא״ כשהוא נגמר.',
  body: `
<dl><dt>חודש</dt><dd></dd><dt>הכנסה נטו בחודש</dt><dd></dd></dl>
<table class="month">
<colgroup><col><col style="width:25mm"><col style="width:28mm"><col style="width:28mm"><col style="width:28mm"></colgroup>
<thead><tr><th scope="col">סעיף</th><th scope="col" class="n example">דוגמה</th><th scope="col" class="blank">תכננו</th><th scope="col" class="blank">יצא</th><th scope="col" class="blank">הפרש</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">סך הכול</th><td class="n example">${sum(total(BUDGET_EXAMPLE))}</td><td class="blank"></td><td class="blank"></td><td class="blank"></td></tr></tfoot>
</table>
<p class="check">החשבון נסגר כשסך הכול שווה להכנסה. בדוגמה: ${sum(BUDGET_INCOME)}. אם לא, משנים סעיף.</p>
<div class="two">
<section><h2 class="serif">מה מגיע פעם בשנה</h2>
<table>
<colgroup><col><col style="width:21mm"><col style="width:25mm"></colgroup>
<thead><tr><th scope="col">הוצאה</th><th scope="col" class="n example">דוגמה</th><th scope="col" class="blank">אצלנו</th></tr></thead>
<tbody>${yearlyRows}</tbody>
<tfoot><tr><th scope="row">סך הכול לשנה</th><td class="n example">${sum(yearly)}</td><td class="blank"></td></tr>
<tr><th scope="row">לחודש, ${ltr('÷ 12')}</th><td class="n example">${sum(yearly / 12)}</td><td class="blank"></td></tr></tfoot>
</table></section>
<section><h2 class="serif">השיחה החודשית</h2><p class="hint">עשרים דקות, ארבע שאלות, בלי חיפוש אשמים.</p><ol>${questions}</ol></section>
</div>`,
  style: `
dl{display:grid;grid-template-columns:auto 1fr auto 1fr;gap:4mm;align-items:end;margin:7mm 0 6mm}
dt{font-weight:700}dd{margin:0;border-bottom:.2mm solid #8d8574;height:7mm}
.month tbody td,.month tbody th{height:12mm}
.check{margin-top:3mm;color:#4a5468}
.two{display:grid;grid-template-columns:1fr 1fr;gap:10mm}
.two tfoot td,.two tfoot th{height:8.6mm;border-bottom:.2mm solid #cfc6b5}
.two tfoot tr:last-child td,.two tfoot tr:last-child th{border-bottom:.35mm solid #14213a}
ol{list-style:none;padding:0;margin-top:1mm}
li{height:16.6mm;border-bottom:.2mm solid #cfc6b5;padding-top:1.5mm}
`,
})
