import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { type AmountUnit, formatAmount } from '../../web/app/shared/formats/amounts.rules.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, type StoredContent } from './support/content.ts'
import { BRACKETS, emptyFacts, VAT } from './support/facts.ts'
import { owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, signUp, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
})
afterAll(() => database?.close())
beforeEach(() => emptyFacts(database))

const make = (fields: object = {}) => editor.make('fact', { ...VAT, ...fields })
const gaps = ({ problems }: StoredContent) => problems.map(({ code }) => code).sort()
const seen = () =>
  rowsAs<Record<string, unknown>>(database, ANONYMOUS, 'select * from finance_facts order by valid_from nulls first')
const corrections = () =>
  rowsAs<Record<string, unknown>>(database, ANONYMOUS, 'select * from finance_fact_corrections order by id')

describe('a fact', () => {
  test('is a draft until it is published, and is hidden again', async () => {
    const draft = await make()
    expect([draft.state, draft.problems, await seen()]).toEqual(['draft', [], []])
    const shown = await editor.publish('fact', draft)
    expect(shown).toMatchObject({ state: 'published', values: { value: 18 } })
    expect(await seen()).toMatchObject([{ slug: 'vat', value: '18', unit: 'percent' }])
    expect(await editor.ask('unpublish_content', ['fact', shown.id])).toMatchObject({ state: 'draft' })
    expect(await seen()).toEqual([])
  })

  test('without a value, a source or the day of its check is not shown, whatever the reason', async () => {
    const bare = await editor.make('fact', { name_he: 'מע״מ', slug: 'vat' })
    expect(gaps(bare)).toEqual([
      'FACT_CHECKED_ON_MISSING',
      'FACT_LINK_MISSING',
      'FACT_REVIEW_MISSING',
      'FACT_SOURCE_MISSING',
      'FACT_VALUE_MISSING',
    ])
    expect(await codeOf(editor.publish('fact', bare, 'דחוף'))).toBe('CONTENT_INCOMPLETE')
    for (const field of ['value', 'source_name', 'checked_on'])
      expect(
        await codeOf(
          editor.publish('fact', await make({ slug: `no-${field}`.replace('_', '-'), [field]: null }), 'דחוף'),
        ),
      ).toBe('CONTENT_INCOMPLETE')
    const poor = await make({ source_url: null, review_by: null })
    expect(await editor.publish('fact', poor, 'אין כתובת')).toMatchObject({ state: 'published' })
  })

  test('of brackets holds them whole, in shekels', async () => {
    const taxes = { slug: 'income-tax', type: 'bracket', value: null, unit: 'ils_month', brackets: BRACKETS }
    expect((await editor.publish('fact', await make(taxes))).values.brackets).toEqual(BRACKETS)
    expect(gaps(await make({ ...taxes, unit: 'percent' }))).toEqual(['FACT_OVERLAP', 'FACT_UNIT'])
    expect(gaps(await make({ ...taxes, slug: 'none', brackets: [] }))).toEqual(['FACT_VALUE_MISSING'])
  })

  test.each([
    [{ slug: 'two words' }],
    [{ type: 'guess' }],
    [{ unit: 'dollars' }],
    [{ value: '18' }],
    [{ value: 1.00001 }],
    [{ value: 1e12 }],
    [{ checked_on: '2999-01-01' }],
    [{ valid_from: '2026-02-30' }],
    [{ valid_to: 'soon' }],
    [{ review_by: 5 }],
    [{ source_url: 'javascript:alert(1)' }],
    [{ source_url: 'https://a.example/"onclick="x' }],
    [{ source_name: 'א'.repeat(81) }],
    [{ note_he: 'א'.repeat(501) }],
    [{ reason_he: { a: 1 } }],
    [{ brackets: null }],
    [{ brackets: [{ from: 5, to: null, rate: 10 }] }],
    [{ brackets: [{ from: 0, to: 10, rate: 10 }] }],
    [{ brackets: [{ from: 0, to: null, rate: 101 }] }],
    [{ brackets: [{ from: 0, to: null, rate: 10, by: 'x' }] }],
    [
      {
        brackets: [
          { from: 0, to: 10, rate: 10 },
          { from: 11, to: null, rate: 20 },
        ],
      },
    ],
    [{ brackets: Array(21).fill({ from: 0, to: null, rate: 10 }) }],
    [{ is_published: true }],
    [{ published_at: '2020-01-01' }],
  ])('refuses %o', async (changes) => {
    expect(await codeOf(editor.save('fact', await make(), changes))).toBe('CONTENT_INVALID')
  })

  test('is for those who manage courses', async () => {
    const { id } = await make()
    const people = [
      (await signUp(database, 'dana@example.com')).caller,
      (await signUpStaff(database, 'm@academy.example', 'marketing')).caller,
      (await signUpStaff(database, 'a@academy.example', 'analyst')).caller,
      (await signUpStaff(database, 'bare@academy.example', 'super_admin', { app: false })).caller,
    ]
    for (const caller of people) {
      const other = editorOf(database, caller)
      const asked = [
        other.ask('read_content', ['fact', id]),
        other.ask('fact_uses', [id]),
        other.ask('list_finance_facts', []),
      ]
      expect(await Promise.all(asked.map(codeOf))).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    }
  })
})

describe('two facts of one figure', () => {
  const until = (slug = 'vat') => ({ slug, value: 17, valid_from: '2015-10-01', valid_to: '2024-12-31' })

  test('hold one after the other, and never for the same day', async () => {
    await editor.publish('fact', await make(until()))
    const next = await make()
    expect(next.problems).toEqual([])
    const early = await editor.save('fact', next, { valid_from: '2024-12-31' })
    expect(early.problems).toMatchObject([{ code: 'FACT_OVERLAP', field: 'valid_from', can_waive: false }])
    expect(await codeOf(editor.publish('fact', early, 'דחוף'))).toBe('CONTENT_INCOMPLETE')
    await editor.publish('fact', await editor.save('fact', early, { valid_from: '2025-01-01' }))
    expect((await seen()).map(({ value }) => value)).toEqual(['17', '18'])
    expect(gaps(await make({ slug: 'x', valid_from: '2026-01-01', valid_to: '2025-01-01' }))).toEqual(['FACT_PERIOD'])
  })

  test('are begun as a copy, which keeps the address and waits for a period of its own', async () => {
    const shown = await editor.publish('fact', await make())
    const copy = await editor.ask('duplicate_content', ['fact', shown.id, randomUUID()])
    expect(copy).toMatchObject({ state: 'draft', values: { slug: 'vat', value: 18 } })
    expect(gaps(copy)).toEqual(['FACT_OVERLAP'])
  })

  test('published at once do not both hold', async () => {
    const both = await Promise.all([make(), make()])
    const codes = await Promise.all(both.map((fact) => codeOf(editor.publish('fact', fact))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(await seen()).toHaveLength(1)
  })
})

describe('a correction', () => {
  const correct = (fact: StoredContent, changes: object) => editor.save('fact', fact, changes)

  test('of the value says why, and stays to be read', async () => {
    const shown = await editor.publish('fact', await make())
    const other = await correct(shown, { value: 18.5 })
    expect(other.problems).toMatchObject([{ code: 'FACT_REASON_MISSING', can_waive: false }])
    await editor.publish('fact', await correct(other, { reason_he: 'צו חדש' }))
    expect(await corrections()).toMatchObject([{ said_before: '\u200f18%', says: '\u200f18.5%', reason_he: 'צו חדש' }])
  })

  test('that changes no value is none', async () => {
    const shown = await editor.publish('fact', await make())
    expect((await editor.publish('fact', await correct(shown, { checked_on: '2026-11-20' }))).state).toBe('published')
    expect(await corrections()).toEqual([])
  })

  test('of what nobody saw is none; of what was hidden between it is one', async () => {
    const draft = await correct(await make(), { value: 16 })
    const shown = await editor.publish('fact', draft)
    expect(await corrections()).toEqual([])
    const hidden = await editor.ask('unpublish_content', ['fact', shown.id])
    expect(await corrections()).toEqual([])
    await editor.publish('fact', await correct(hidden, { value: 18, reason_he: 'טעות הקלדה' }))
    expect(await corrections()).toMatchObject([{ said_before: '\u200f16%', says: '\u200f18%' }])
  })

  test('with a reason of an earlier one wants its own', async () => {
    const shown = await editor.publish('fact', await make())
    const once = await editor.publish('fact', await correct(shown, { value: 19, reason_he: 'צו' }))
    expect(gaps(await correct(once, { value: 20 }))).toEqual(['FACT_REASON_MISSING'])
  })

  test('of brackets keeps them all, and is hidden with its fact', async () => {
    const taxes = { slug: 'income-tax', type: 'bracket', value: null, unit: 'ils_month', brackets: BRACKETS }
    const shown = await editor.publish('fact', await make(taxes))
    const brackets = [
      { from: 0, to: 7500, rate: 10 },
      { from: 7500, to: null, rate: 47 },
    ]
    const { id } = await editor.publish('fact', await correct(shown, { brackets, reason_he: 'עדכון שנתי' }))
    const plain = (codes: unknown) => String(codes).replaceAll('\u200f', '')
    expect((await corrections()).map(({ said_before, says }) => [plain(said_before), plain(says)])).toEqual([
      ['10% עד ₪7,010 לחודש; 47% מעל ₪7,010 לחודש', '10% עד ₪7,500 לחודש; 47% מעל ₪7,500 לחודש'],
    ])
    await editor.ask('unpublish_content', ['fact', id])
    expect(await corrections()).toEqual([])
  })
})

const AMOUNTS: [number, AmountUnit, string][] = [
  [17, 'percent', '17%'],
  [0, 'percent', '0%'],
  [0.25, 'percent', '0.25%'],
  [-0.5, 'percent', '\u200e-0.5%'],
  [100, 'percent', '100%'],
  [4.7512, 'percent', '4.7512%'],
  [12420, 'ils', '₪12,420'],
  [1234567.5, 'ils', '₪1,234,567.5'],
  [-3000, 'ils', '\u200e-₪3,000'],
  [999999999999, 'ils', '₪999,999,999,999'],
  [7010, 'ils_month', '₪7,010 לחודש'],
  [84120, 'ils_year', '₪84,120 לשנה'],
  [1, 'years', 'שנה'],
  [2, 'years', 'שנתיים'],
  [6, 'years', '6 שנים'],
  [1, 'months', 'חודש'],
  [2, 'months', 'חודשיים'],
  [18, 'months', '18 חודשים'],
  [1, 'days', 'יום'],
  [2, 'days', 'יומיים'],
  [14, 'days', '14 ימים'],
  [1, 'points', 'נקודה אחת'],
  [2, 'points', '2 נקודות'],
  [106.6, 'points', '106.6 נקודות'],
]

test.each(AMOUNTS)('%d %s is written by the database as the site writes it: %s', async (value, unit, text) => {
  const rows = await owner<{ said: string }>(database, 'select private.format_amount($1::numeric, $2) as said', [
    value,
    unit,
  ])
  expect([rows[0]?.said, formatAmount(value, unit)]).toEqual([`\u200f${text}`, `\u200f${text}`])
})

test('the list for the editor finds published facts, and those past their day of review', async () => {
  await editor.publish('fact', await make({ review_by: '2026-01-01' }))
  await editor.publish('fact', await make({ name_he: 'ריבית 100%_', slug: 'rate', value: 4 }))
  await make({ name_he: 'טיוטה', slug: 'draft' })
  const found = async (...asked: unknown[]) =>
    (await editor.ask<{ slug: string; says: string }[]>('list_finance_facts', asked)).map(({ slug }) => slug)
  expect(await found()).toEqual(['rate', 'vat'])
  expect(await found('100%_')).toEqual(['rate'])
  expect(await found('%')).toEqual(['rate'])
  expect(await found('RAT')).toEqual(['rate'])
  expect(await found('', true)).toEqual(['vat'])
  expect(await editor.ask('staff_waiting', [])).toMatchObject({ facts: 1 })
  expect(await codeOf(editor.ask('fact_uses', [randomUUID()]))).toBe('done')
})
