import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { AmountUnit, Bracket } from '~/shared/formats/amounts.rules'
import type { Correction, Fact, FactType } from './facts.rules'

type CorrectionRow = Row<'finance_fact_corrections', 'id' | 'said_before' | 'says' | 'reason_he' | 'corrected_at'>
type FactRow = Row<
  'finance_facts',
  | 'id'
  | 'slug'
  | 'name_he'
  | 'value'
  | 'valid_from'
  | 'valid_to'
  | 'source_name'
  | 'source_url'
  | 'checked_on'
  | 'note_he'
> & { type: FactType; unit: AmountUnit; brackets: Bracket[]; corrections: CorrectionRow[] }

const COLUMNS =
  'id, slug, name_he, type, value, unit, brackets, valid_from, valid_to, source_name, source_url, checked_on, note_he, ' +
  'corrections:finance_fact_corrections(id, said_before, says, reason_he, corrected_at)'

const toCorrection = (row: CorrectionRow, nameHe: string): Correction => ({
  id: row.id,
  nameHe,
  before: row.said_before,
  after: row.says,
  reasonHe: row.reason_he,
  at: row.corrected_at,
})

const toFact = (row: FactRow): Fact => ({
  id: row.id,
  slug: row.slug,
  nameHe: row.name_he,
  type: row.type,
  value: row.value,
  unit: row.unit,
  brackets: row.brackets,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  sourceName: row.source_name,
  sourceUrl: row.source_url,
  checkedOn: row.checked_on,
  noteHe: row.note_he,
  corrections: row.corrections.map((correction) => toCorrection(correction, row.name_he)),
})

/** Published facts by name, the newest period first, each with what it said before; one statement. Null where it failed. */
export async function listFacts(supabase: Supabase): Promise<Fact[] | null> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
      supabase
        .from('finance_facts')
        .select(COLUMNS)
        .eq('is_published', true)
        .order('name_he')
        .order('valid_from', { ascending: false, nullsFirst: false })
        .limit(500)
        .order('id', { referencedTable: 'corrections', ascending: false })
        .limit(100, { referencedTable: 'corrections' })
        .abortSignal(signal)
        .overrideTypes<FactRow[], { merge: false }>(),
    )
    return error ? null : data.map(toFact)
  } catch {
    return null
  }
}
