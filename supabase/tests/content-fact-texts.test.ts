import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { editorOf, misnotedDrafts, type StoredContent } from './support/content.ts'
import { emptyFacts, VAT } from './support/facts.ts'
import { owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>
let fact: StoredContent

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
})
afterAll(() => database?.close())
afterEach(async () => expect(await misnotedDrafts(database)).toEqual([]))
beforeEach(async () => {
  await emptyFacts(database)
  fact = await editor.publish('fact', await editor.make('fact', VAT))
})

const words = (text: string) => ({ type: 'text', text })
const reference = (id = fact.id, attrs: object = {}) => ({ type: 'fact', attrs: { id, ...attrs } })
const doc = (...content: object[]) => ({ type: 'doc', content })
const text = (...content: object[]) =>
  doc({ type: 'paragraph', content: [words('המע״מ הוא '), ...content, words(' היום')] })
const FACT_TEXT = { says: '\u200f18%', checked_on: '2026-11-01', source: 'רשות המסים' }
const make = (body: object, slug = 'vat-price') =>
  editor.make('essay', { title_he: 'מחיר', slug, excerpt_he: 'בקצרה', checked_on: '2026-11-01', body })
const read = (kind: string, { id }: StoredContent) => editor.ask('read_content', [kind, id])
const factTextIn = (body: unknown) =>
  JSON.stringify(body)
    .match(/"says":"([^"]*)"/)?.[1]
    ?.replace('\u200f', '')
const publicBody = async () =>
  (await rowsAs<{ body: unknown }>(database, ANONYMOUS, 'select body from articles order by slug'))[0]?.body
const change = async (changes: object) =>
  editor.publish(
    'fact',
    await editor.save('fact', await read('fact', fact), { reason_he: `סיבה ${JSON.stringify(changes)}`, ...changes }),
  )
const codes = ({ problems }: StoredContent) => problems.map(({ code, can_waive }) => [code, can_waive])

describe('a text', () => {
  test('says what its facts say, whatever whoever wrote it said, deep in lists and tables too', async () => {
    const item = {
      type: 'listItem',
      content: [{ type: 'paragraph', content: [reference(fact.id, { says: '99%', source: 'אני' })] }],
    }
    const essay = await make(
      doc({ type: 'bulletList', content: [item, item] }, { type: 'paragraph', content: [words('סוף')] }),
    )
    const filled = { ...item, content: [{ type: 'paragraph', content: [reference(fact.id, FACT_TEXT)] }] }
    const whole = doc({ type: 'bulletList', content: [filled, filled] }, { type: 'paragraph', content: [words('סוף')] })
    expect(essay.values.body).toEqual(whole)
    expect(await editor.publish('essay', essay)).toMatchObject({ state: 'published', problems: [] })
    expect(await publicBody()).toEqual(whole)
  })

  test('follows its fact at once, with its draft, and stays the same version of itself', async () => {
    const shown = await editor.publish('essay', await make(text(reference())))
    await change({ value: 18.5 })
    expect(factTextIn(await publicBody())).toBe('18.5%')
    const later = await read('essay', shown)
    expect(later).toMatchObject({ state: 'published', version: shown.version })
    expect(factTextIn(later.values.body)).toBe('18.5%')
    const history = await editor.ask<unknown[]>('content_history', ['essay', shown.id])
    expect(history).toHaveLength(2)
    await change({ checked_on: '2026-11-20' })
    expect(JSON.stringify(await publicBody())).toContain('2026-11-20')
  })

  test('with a draft of its own keeps that, and both say the new value', async () => {
    const shown = await editor.publish('essay', await make(text(reference())))
    await editor.save('essay', shown, { body: text(words('כלומר '), reference()) })
    await change({ value: 19 })
    const later = await read('essay', shown)
    expect([later.state, factTextIn(later.values.body), factTextIn(later.live.body)]).toEqual(['changed', '19%', '19%'])
    expect(JSON.stringify(later.live.body)).not.toContain('כלומר')
  })

  test('of somebody who writes meanwhile is saved over the new value without a question', async () => {
    const shown = await editor.publish('essay', await make(text(reference())))
    await change({ value: 19 })
    const saved = await editor.save('essay', shown, { body: text(reference(fact.id, FACT_TEXT), words('!')) })
    expect(factTextIn(saved.values.body)).toBe('19%')
  })

  test('keeps what was said last of a fact that is withdrawn, and is not published anew with it', async () => {
    const shown = await editor.publish('essay', await make(text(reference())))
    await editor.ask('unpublish_content', ['fact', fact.id])
    expect(factTextIn(await publicBody())).toBe('18%')
    expect(codes(await read('essay', shown))).toEqual([['FACT_WITHDRAWN', false]])
    const strange = await make(text(reference(randomUUID())), 'strange')
    expect(codes(strange)).toEqual([['FACT_WITHDRAWN', false]])
    const rate = await editor.publish('fact', await editor.make('fact', { ...VAT, slug: 'rate', value: 4 }))
    const both = await editor.save('essay', shown, { body: text(reference(fact.id, FACT_TEXT), reference(rate.id)) })
    expect(JSON.stringify(both.values.body).match(/\d+%/g)).toEqual(['18%', '4%'])
    await change({ value: 20 })
    expect([factTextIn(await publicBody()), codes(await read('essay', shown))]).toEqual(['20%', []])
  })

  test('tells of a fact past its day of review, which a reason passes', async () => {
    await change({ review_by: '2026-01-01' })
    const essay = await make(text(reference()))
    expect(codes(essay)).toEqual([['FACT_OVERDUE', true]])
    expect(await editor.publish('essay', essay, 'נבדק בעל פה')).toMatchObject({ state: 'published' })
  })

  test('that waits for its moment is not shown when its fact was withdrawn meanwhile', async () => {
    const essay = await make(text(reference()))
    await editor.ask('schedule_content', ['essay', essay.id, essay.version, '2027-01-01', null, null])
    await editor.ask('unpublish_content', ['fact', fact.id])
    await owner(database, `update private.content_items set publish_at = now() - interval '1 second' where id = $1`, [
      essay.id,
    ])
    await owner(database, 'select private.run_content_schedules()')
    expect(await read('essay', essay)).toMatchObject({ state: 'draft', schedule_failure: 'incomplete' })
    expect(await publicBody()).toBeUndefined()
  })

  test('written by the server itself is filled as well', async () => {
    await owner(
      database,
      `insert into articles (kind, slug, title_he, body, is_published) values ('news', 'a', 'א', $1, true)`,
      [JSON.stringify(text(reference()))],
    )
    expect(factTextIn(await publicBody())).toBe('18%')
  })
})

describe('the uses of a fact', () => {
  const uses = async () =>
    (await editor.ask<{ uses: Record<string, unknown>[] }>('fact_uses', [fact.id])).uses.map(
      ({ title, is_shown, in_text, in_draft }) => [title, is_shown, in_text, in_draft],
    )

  test('are the texts and drafts that name it', async () => {
    expect(await uses()).toEqual([])
    const essay = await make(text(reference()))
    expect(await uses()).toEqual([['מחיר', false, true, true]])
    const shown = await editor.publish('essay', essay)
    await editor.save('essay', shown, { body: text(words('בלי')) })
    expect(await uses()).toEqual([['מחיר', true, true, false]])
    await editor.publish('essay', await read('essay', shown))
    expect(await uses()).toEqual([])
  })
})

describe('at the same time', () => {
  test('a text that begins to name a fact says what the fact became', async () => {
    for (const value of [21, 22, 23, 24]) {
      const essay = await make(text(), `race-${value}`)
      const changed = await editor.save('fact', await read('fact', fact), { value, reason_he: `צו ${value}` })
      const [, saved] = await Promise.all([
        editor.publish('fact', changed),
        editor.save('essay', essay, { body: text(reference()) }),
      ])
      expect(factTextIn((await read('essay', saved)).values.body)).toBe(`${value}%`)
    }
  })

  test('a text that is published while its fact changes says what the fact became, and neither stops the other', async () => {
    const shown = await editor.publish('essay', await make(text(reference())))
    for (const value of [41, 42, 43, 44]) {
      const saved = await editor.save('essay', await read('essay', shown), { title_he: `מחיר ${value}` })
      const changed = await editor.save('fact', await read('fact', fact), { value, reason_he: `צו ${value}` })
      await Promise.all([editor.publish('essay', saved), editor.publish('fact', changed)])
      const later = await read('essay', shown)
      expect([later.state, factTextIn(later.values.body), factTextIn(await publicBody())]).toEqual([
        ...['published', `${value}%`, `${value}%`],
      ])
    }
  })

  test('two facts of the same texts change both, and nobody waits for ever', async () => {
    const rate = await editor.publish(
      'fact',
      await editor.make('fact', { ...VAT, slug: 'rate', name_he: 'ריבית', value: 4 }),
    )
    for (const slug of ['one', 'two', 'three'])
      await editor.publish('essay', await make(text(reference(), words(' ו־'), reference(rate.id)), slug))
    const drafts = await Promise.all([
      editor.save('fact', await read('fact', fact), { value: 30, reason_he: 'צו' }),
      editor.save('fact', rate, { value: 5, reason_he: 'החלטה' }),
    ])
    await Promise.all(drafts.map((draft) => editor.publish('fact', draft)))
    const bodies = await rowsAs<{ body: unknown }>(database, ANONYMOUS, 'select body from articles')
    for (const { body } of bodies) {
      const said = JSON.stringify(body)
      expect([said.includes('30%'), said.includes('\u200f5%')]).toEqual([true, true])
    }
    expect(bodies).toHaveLength(3)
  })
})
