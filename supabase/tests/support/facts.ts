import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { owner } from './outcome.ts'

/** The fields of a fact that lacks nothing. */
export const VAT = {
  name_he: 'שיעור המע״מ',
  slug: 'vat',
  type: 'rate',
  value: 18,
  unit: 'percent',
  valid_from: '2025-01-01',
  source_name: 'רשות המסים',
  source_url: 'https://www.gov.il/',
  checked_on: '2026-11-01',
  review_by: '2099-01-01',
}

export const BRACKETS = [
  { from: 0, to: 7010, rate: 10 },
  { from: 7010, to: null, rate: 47 },
]

/** Takes away what earlier tests wrote. */
export async function emptyFacts(database: Database): Promise<void> {
  for (const table of ['public.articles', 'public.finance_facts', 'private.attempts'])
    await owner(database, `delete from ${table}`)
}
