import { idOf } from './id.ts'
import type { FinanceFact } from './types.ts'

/** The day on which the figures of the articles, which are these, were last gone over. */
const CHECKED_ON = '2026-11-21'
const REVIEW_BY = '2027-01-31'
/** Nobody has compared these with a source: they show what such a record looks like. */
const SAMPLE = 'ערך להדגמה בלבד. לפני שמסתמכים עליו משווים אותו למקור.'

const TAX_AUTHORITY = {
  source_name: 'רשות המסים',
  source_url: 'https://www.gov.il/he/departments/israel_tax_authority',
}
const CENTRAL_BANK = { source_name: 'בנק ישראל', source_url: 'https://www.boi.org.il/' }
const STATISTICS = { source_name: 'הלשכה המרכזית לסטטיסטיקה', source_url: 'https://www.cbs.gov.il/' }
const CAPITAL_MARKET = {
  source_name: 'רשות שוק ההון',
  source_url: 'https://www.gov.il/he/departments/capital_market_authority',
}

type Source = Pick<FinanceFact, 'slug' | 'name_he' | 'source_name' | 'source_url'> & Partial<FinanceFact>

/** Each under its key: the address of the figure and, after a stroke, its period. */
const sources: Record<string, Source> = {
  'vat/2025': { ...TAX_AUTHORITY, slug: 'vat', name_he: 'שיעור המע״מ', value: 18, valid_from: '2025-01-01' },
  'vat/2015': {
    ...{ ...TAX_AUTHORITY, slug: 'vat', name_he: 'שיעור המע״מ', value: 17 },
    ...{ valid_from: '2015-10-01', valid_to: '2024-12-31' },
  },
  'income-tax/2025': {
    ...{ ...TAX_AUTHORITY, slug: 'income-tax', name_he: 'מדרגות מס הכנסה מיגיעה אישית', type: 'bracket' },
    ...{ unit: 'ils_month', valid_from: '2025-01-01', valid_to: '2025-12-31', note_he: 'לפני מס יסף.' },
    brackets: [
      { from: 0, to: 7010, rate: 10 },
      { from: 7010, to: 10_060, rate: 14 },
      { from: 10_060, to: 16_150, rate: 20 },
      { from: 16_150, to: 22_440, rate: 31 },
      { from: 22_440, to: 46_690, rate: 35 },
      { from: 46_690, to: null, rate: 47 },
    ],
  },
  'tax-credit-point/2025': {
    ...{ ...TAX_AUTHORITY, slug: 'tax-credit-point', name_he: 'נקודת זיכוי', type: 'amount', value: 242 },
    ...{ unit: 'ils_month', valid_from: '2025-01-01', valid_to: '2025-12-31' },
  },
  'surtax-threshold/2025': {
    ...{ ...TAX_AUTHORITY, slug: 'surtax-threshold', name_he: 'ההכנסה שמעליה חל מס יסף', type: 'ceiling' },
    ...{ value: 721_560, unit: 'ils_year', valid_from: '2025-01-01', valid_to: '2025-12-31' },
  },
  'prime-margin': {
    ...{ ...CENTRAL_BANK, slug: 'prime-margin', name_he: 'המרווח של ריבית הפריים מעל ריבית בנק ישראל', value: 1.5 },
    note_he: 'נוהג של הבנקים, לא חוק. בנקודות אחוז.',
  },
  'capital-gains-tax': { ...TAX_AUTHORITY, ...sample('capital-gains-tax', 'מס על רווח הון ליחיד', 25) },
  'central-bank-rate': { ...CENTRAL_BANK, ...sample('central-bank-rate', 'ריבית בנק ישראל', 4) },
  'consumer-prices': {
    ...STATISTICS,
    ...sample('consumer-prices', 'מדד המחירים לצרכן', 104),
    type: 'index',
    unit: 'points',
  },
  'pension-fee-balance': {
    ...{ ...CAPITAL_MARKET, ...sample('pension-fee-balance', 'דמי ניהול מרביים מצבירה בקרן פנסיה', 0.5), type: 'fee' },
  },
  'pension-fee-deposits': {
    ...{ ...CAPITAL_MARKET, ...sample('pension-fee-deposits', 'דמי ניהול מרביים מהפקדות בקרן פנסיה', 6), type: 'fee' },
  },
  'study-fund-waiting': {
    ...{ ...CAPITAL_MARKET, ...sample('study-fund-waiting', 'ותק למשיכה פטורה מקרן השתלמות', 6), type: 'amount' },
    unit: 'years',
  },
}

function sample(slug: string, name_he: string, value: number) {
  return { slug, name_he, value, checked_on: null, note_he: SAMPLE }
}

/** Figures that articles name, and a few that show the other kinds. */
export const financeFacts: FinanceFact[] = Object.entries(sources).map(([key, source]) => ({
  ...{ id: idOf('finance_facts', key), type: 'rate', value: null, unit: 'percent', brackets: [], note_he: null },
  ...{ valid_from: null, valid_to: null, checked_on: CHECKED_ON, review_by: REVIEW_BY, is_published: true },
  ...source,
}))

/** The key of each fact by its id. */
export const factKeys = new Map(Object.keys(sources).map((key) => [idOf('finance_facts', key), key]))
