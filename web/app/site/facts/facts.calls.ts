import { withinTime } from '~/shared/client/deadline'
import type { Row } from '~/shared/client/rows'
import { type Damaged, storedValues } from '~/shared/client/stored-values'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { AmountUnit, Bracket } from '~/shared/formats/amounts.rules'
import { safeAddress } from '~/site/rich-text/rich-text.rules'
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
> & { type: FactType; unit: AmountUnit; brackets: unknown; corrections: CorrectionRow[] }

const COLUMNS =
  'id, slug, name_he, type, value, unit, brackets, valid_from, valid_to, source_name, source_url, checked_on, note_he, ' +
  'corrections:finance_fact_corrections(id, said_before, says, reason_he, corrected_at)'

const toCorrection = (row: CorrectionRow, nameHe: string, stored: ReturnType<typeof storedValues>): Correction => ({
  id: row.id,
  nameHe,
  before: row.said_before,
  after: row.says,
  reasonHe: row.reason_he,
  at: stored.moment('corrected_at', row.corrected_at),
})

const isBracket = (one: unknown): one is Bracket => {
  const { from, to, rate } = (one ?? {}) as Partial<Record<keyof Bracket, unknown>>
  return Number.isFinite(from) && Number.isFinite(rate) && (to === null || Number.isFinite(to))
}

const toFact = (row: FactRow, damaged: Damaged | undefined): Fact => {
  const stored = storedValues('finance_facts', row.id, damaged)
  return {
    id: row.id,
    slug: row.slug,
    nameHe: row.name_he,
    type: row.type,
    value: Number.isFinite(row.value) ? row.value : null,
    unit: row.unit,
    brackets: stored.list('brackets', row.brackets, isBracket),
    validFrom: stored.moment('valid_from', row.valid_from),
    validTo: stored.moment('valid_to', row.valid_to),
    sourceName: row.source_name,
    sourceUrl: safeAddress(row.source_url),
    checkedOn: stored.moment('checked_on', row.checked_on),
    noteHe: row.note_he,
    corrections: row.corrections.map((correction) => toCorrection(correction, row.name_he, stored)),
  }
}

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
    return error ? null : data.map((row) => toFact(row, supabase.damaged))
  } catch {
    return null
  }
}
