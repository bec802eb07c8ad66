import { effectiveRate, LOAN_OFFERS, totalCost } from '../../content/worksheets.ts'
import { colour } from '../look.mjs'
import { ltr, page, sum } from './page.mjs'

const lines = [
  ['סכום ההלוואה', '', ({ received }) => sum(received)],
  ['התשלום החודשי', '', ({ payment }) => sum(payment)],
  ['מספר התשלומים', '', ({ payments }) => String(payments)],
  ['סך התשלומים', 'תשלום × מספר', ({ payment, payments }) => sum(payment * payments)],
  ['עמלות ודמי פתיחה', '', ({ fees }) => sum(fees)],
]
const rows = lines
  .map(
    ([item, hint, of]) =>
      `<tr><th scope="row">${item}${hint && `<small>${hint}</small>`}</th>${LOAN_OFFERS.map((offer) => `<td class="n example">${of(offer)}</td>`).join('')}<td class="blank"></td><td class="blank"></td></tr>`,
  )
  .join('')
const percent = (rate) => ltr(`${(rate * 100).toFixed(1)}%`)
const ownRows = [
  ['הריבית האפקטיבית לשנה', 'כולל העמלות, כפי שהמלווה כותב', (offer) => percent(effectiveRate(offer))],
  ['סוג הריבית', 'קבועה, משתנה או צמודה', () => 'קבועה'],
  ['עמלת פירעון מוקדם', '', () => 'לשאול'],
]
  .map(
    ([item, hint, of]) =>
      `<tr><th scope="row">${item}${hint && `<small>${hint}</small>`}</th>${LOAN_OFFERS.map((offer) => `<td class="n example">${of(offer)}</td>`).join('')}<td class="blank"></td><td class="blank"></td></tr>`,
  )
  .join('')

const questions = [
  ['כמה אחזיר בסך הכול', 'לא רק בכל חודש. הסכום שבטבלה, בכתב.'],
  ['אילו עמלות אינן בתוך הריבית', 'פתיחה, ביטוח, גבייה, שינוי מועד.'],
  ['מה יכול להשתנות', 'מה יהיה התשלום אם הריבית תעלה בשתי נקודות אחוז, והאם התקציב עומד בזה.'],
  ['מה עולה לצאת', 'איך מחושבת עמלת הפירעון המוקדם, ומתי אין כזו.'],
  ['מה קורה אם מאחרים', 'ריבית הפיגורים, ומתי אפשר לדרוש את כל ההלוואה.'],
  ['מה משעבדים ומי ערב', 'מה קורה לביטחון, ומה הערבים מבינים שהבטיחו.'],
  ['מה עוד בחרנו שלא לעשות', 'לחכות, לקנות בפחות, להשתמש בחיסכון.'],
  ['ישנו על זה לילה', 'הצעה שתקפה רק להיום היא סיבה להאט.'],
]
  .map(([question, hint]) => `<li><span></span><div><b>${question}</b><small>${hint}</small></div></li>`)
  .join('')

const [first, second] = LOAN_OFFERS.map(totalCost)

/** Two offers side by side with room for one's own, and eight questions. */
export const beforeSigningSheet = page({
  title: 'לפני שחותמים על הלוואה',
  lesson: 'אשראי: לקרוא הצעת הלוואה',
  lead: 'ממלאים עמודה לכל הצעה ומשווים את השורה המודגשת. התשלום החודשי הנמוך אינו בהכרח ההלוואה הזולה.',
  body: `
<table class="offers">
<colgroup><col><col style="width:26mm"><col style="width:26mm"><col style="width:31mm"><col style="width:31mm"></colgroup>
<thead><tr><th scope="col"></th><th scope="col" class="n example">דוגמה א</th><th scope="col" class="n example">דוגמה ב</th><th scope="col" class="blank">הצעה ראשונה</th><th scope="col" class="blank">הצעה שנייה</th></tr></thead>
<tbody>${rows}
<tr class="whole"><th scope="row">העלות הכוללת</th>${LOAN_OFFERS.map((offer) => `<td class="n example">${sum(totalCost(offer))}</td>`).join('')}<td class="blank"></td><td class="blank"></td></tr>
${ownRows}</tbody>
</table>
<p class="said">בדוגמה התשלום של ב נמוך ב־${sum(LOAN_OFFERS[0].payment - LOAN_OFFERS[1].payment)}, והיא יקרה ב־${ltr(`₪${second.toLocaleString('en-US')} − ₪${first.toLocaleString('en-US')} = ₪${second - first}`)}.</p>
<h2 class="serif">שמונה שאלות, ותשובה לכל אחת</h2>
<ul>${questions}</ul>`,
  style: `
.offers{margin-top:7mm}
.offers tbody td,.offers tbody th{height:11.6mm}
.offers tr:has(+ .whole) > *,.offers .whole > *{border-bottom:.35mm solid ${colour.ink}}
.offers .whole > *{font-weight:700}
.said{margin-top:3mm;color:${colour.ink2}}
ul{list-style:none;padding:0;display:grid;grid-template-columns:1fr 1fr;column-gap:10mm}
li{display:flex;gap:3mm;padding:2.6mm 0;border-bottom:.2mm solid ${colour.rule2}}
li span{flex:none;width:4.6mm;height:4.6mm;margin-top:.7mm;border:.35mm solid ${colour.ink};border-radius:1mm}
li small{display:block;color:${colour.ink2};font-size:9pt;line-height:1.4}
`,
})
