import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf } from './support/content.ts'
import { consentsOf, legalBody, legalEditor, letDayCome, makeLegalTexts } from './support/legal.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, SERVICE, signUp, signUpStaff } from './support/people.ts'

const NEXT_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString()

let database: Database
let admin: Awaited<ReturnType<typeof signUpStaff>>
let editor: ReturnType<typeof legalEditor>
let colleague: ReturnType<typeof legalEditor>

beforeAll(async () => {
  database = await openAcademyDatabase()
  admin = await signUpStaff(database, 'editor@academy.example', 'admin')
  editor = legalEditor(database, admin.caller)
  colleague = legalEditor(database, (await signUpStaff(database, 'colleague@academy.example', 'super_admin')).caller)
})
afterAll(() => database?.close())
beforeEach(() => makeLegalTexts(database))

const shown = () =>
  rowsAs<{ version: number }>(
    database,
    ANONYMOUS,
    `select version from legal_document_versions join legal_documents on legal_documents.id = document_id
     where slug = 'terms' and effective_at <= now() order by version desc`,
  ).then((rows) => rows.map(({ version }) => version))

describe('[6-23] a draft', () => {
  test('begins with the text in force, is seen by nobody, and becomes the next version', async () => {
    const first = await editor.read()
    expect(first).toMatchObject({ version: 1, in_force: 1, is_drafted: false, gaps: ['UNCHANGED', 'SUMMARY_MISSING'] })
    expect(first.values.body).toEqual(legalBody('הנוסח הראשון'))
    const saved = await editor.save(first, { body: legalBody('הנוסח השני'), summary_he: 'נוסף סעיף' })
    expect(saved).toMatchObject({ is_drafted: true, gaps: [], in_force: 1 })
    expect(await shown()).toEqual([1])
    const published = await editor.publish(saved)
    expect(published).toMatchObject({ in_force: 2, is_drafted: false, values: { summary_he: '' } })
    expect(published.versions.map(({ version, made_by }) => [version, made_by])).toEqual([
      [2, 'צוות'],
      [1, null],
    ])
    expect(await shown()).toEqual([2, 1])
  })

  test('of two people keeps what both wrote, and asks where they wrote the same field', async () => {
    const read = await editor.read()
    await colleague.save(read, { body: legalBody('מאת העמית') })
    const merged = await editor.save(read, { summary_he: 'סיכום' })
    expect(merged.values).toMatchObject({ body: legalBody('מאת העמית'), summary_he: 'סיכום' })
    expect(await codeOf(editor.save(read, { body: legalBody('שלי') }))).toBe('VERSION_CONFLICT')
    expect(await codeOf(editor.publish(read))).toBe('CONTENT_CHANGED')
  })

  test('of which no version was read is neither saved over nor published', async () => {
    const none = { ...(await editor.read()), version: null as unknown as number }
    expect(await codeOf(editor.save(none, { body: legalBody('שלי') }))).toBe('VERSION_CONFLICT')
    expect(await codeOf(editor.publish(none))).toBe('CONTENT_CHANGED')
  })

  test('whose ground was published past it asks before it takes the new text away', async () => {
    const read = await editor.save(await editor.read(), { summary_he: 'סיכום' })
    await owner(
      database,
      `insert into legal_document_versions (document_id, version, body, is_published)
       select id, 2, $1, true from legal_documents where slug = 'terms'`,
      [legalBody('מבחוץ')],
    )
    expect(await codeOf(editor.save(read, { body: legalBody('שלי') }))).toBe('VERSION_CONFLICT')
    expect(await editor.read()).toMatchObject({ values: { body: legalBody('מבחוץ'), summary_he: 'סיכום' } })
  })

  test.each([
    ['a body that pages cannot show', { body: { type: 'doc', content: [{ type: 'iframe' }] } }],
    ['a summary of 501 letters', { summary_he: 'א'.repeat(501) }],
    ['a summary that is none', { summary_he: 5 }],
    ['a field of the version', { effective_at: '2020-01-01' }],
    ['no object', []],
  ])('refuses %s', async (_, changes) => {
    expect(await codeOf(editor.save(await editor.read(), changes))).toBe('CONTENT_INVALID')
  })

  test('demands agreement only to what is agreed to', async () => {
    const demand = { demands_acceptance: true }
    expect(await codeOf(editor.save(await editor.read('cookies'), demand))).toBe('CONTENT_INVALID')
    expect((await editor.save(await editor.read('privacy'), demand)).values).toMatchObject(demand)
  })

  test.each([
    ['nothing new', {}, 'UNCHANGED'],
    ['no words', { body: legalBody(' '), summary_he: 'ריק' }, 'BODY_EMPTY'],
    ['no summary', { body: legalBody('חדש') }, 'SUMMARY_MISSING'],
  ])('with %s is not published', async (_, changes, gap) => {
    const saved = await editor.save(await editor.read(), changes)
    expect(saved.gaps).toContain(gap)
    expect(await codeOf(editor.publish(saved))).toBe('LEGAL_INCOMPLETE')
  })

  test('is published as it is where the text came with the academy and is reviewed now', async () => {
    await owner(
      database,
      `insert into legal_document_versions (document_id, version, body, is_published, awaits_review)
       select id, 2, $1, true, true from legal_documents where slug = 'terms'`,
      [legalBody('טיוטה')],
    )
    const saved = await editor.save(await editor.read(), { summary_he: 'הנוסח נבדק ואושר' })
    expect(await editor.publish(saved)).toMatchObject({ in_force: 3 })
  })

  test.each([new Date(Date.now() - 3_600_000).toISOString(), '2999-01-01T00:00:00Z'])(
    'is not published for %s',
    async (at) => {
      const saved = await editor.save(await editor.read(), { body: legalBody('חדש'), summary_he: 'א' })
      expect(await codeOf(editor.publish(saved, at))).toBe('LEGAL_DAY')
    },
  )

  test('published twice at once is one version; two drafts get a number each', async () => {
    const saved = await editor.save(await editor.read(), { body: legalBody('שני'), summary_he: 'א' })
    const outcomes = await Promise.all([codeOf(editor.publish(saved)), codeOf(colleague.publish(saved))])
    expect(outcomes.sort()).toEqual(['CONTENT_CHANGED', 'done'])
    await editor.demand('שלישי')
    expect(await shown()).toEqual([3, 2, 1])
  })
})

describe('[6-23] a version with a day of its own', () => {
  test('waits for it, keeps others from being published, and can be withdrawn with its words', async () => {
    const waiting = await editor.demand('שני', { at: NEXT_MONTH })
    expect(waiting).toMatchObject({ in_force: 1, gaps: expect.arrayContaining(['VERSION_COMING']) })
    expect(await shown()).toEqual([1])
    const other = await editor.save(waiting, { summary_he: 'אחר' })
    expect(await codeOf(editor.publish(other))).toBe('LEGAL_INCOMPLETE')
    const withdrawn = await editor.ask('withdraw_legal_version', ['terms', 2])
    expect(withdrawn).toMatchObject({ in_force: 1, values: { body: legalBody('שני'), summary_he: 'אחר' } })
    expect(await editor.ask('withdraw_legal_version', ['terms', 2])).toEqual(withdrawn)
    expect(await rowsAs(database, ANONYMOUS, 'select from legal_document_versions where version = 2')).toEqual([])
    expect((await editor.publish(withdrawn)).versions.map(({ version }) => version)).toEqual([3, 2, 1])
  })

  test('whose day has come is in force, and withdrawn no more', async () => {
    await editor.demand('שני', { at: NEXT_MONTH })
    await letDayCome(database)
    expect(await editor.read()).toMatchObject({ in_force: 2 })
    expect(await codeOf(editor.ask('withdraw_legal_version', ['terms', 2]))).toBe('LEGAL_TEXT_FIXED')
    expect(await codeOf(editor.ask('withdraw_legal_version', ['terms', 7]))).toBe('LEGAL_NOT_FOUND')
  })
})

describe('what was published', () => {
  const change = (sql: string) => owner(database, `${sql}`).then(() => 'done', errorCode)

  test.each([
    `update legal_document_versions set body = '{"type":"doc","content":[]}'`,
    `update legal_document_versions set effective_at = now() + interval '1 day'`,
    `update legal_document_versions set is_published = false, withdrawn_at = now()`,
    `update legal_document_versions set text_hash = 'x'`,
    `update legal_document_versions set demands_acceptance = true`,
    'delete from legal_document_versions',
    `delete from legal_documents where slug = 'terms'`,
    `update legal_documents set slug = 'cookies' where slug = 'terms'`,
  ])('stays for everybody, the owner of the tables too: %s', async (sql) => {
    expect(await change(sql)).toBe('LEGAL_TEXT_FIXED')
    expect(await rowsAs(database, SERVICE, sql).then(() => 'done', errorCode)).toBe('LEGAL_TEXT_FIXED')
    expect(await rowsAs(database, admin.caller, sql).then(() => 'done', errorCode)).toBe('denied')
  })

  test('before its day is withdrawn or stays, and is not changed', async () => {
    await editor.demand('שני', { at: NEXT_MONTH })
    const coming = 'where version = 2'
    for (const set of [`body = '{"type":"doc"}'`, 'effective_at = now()', 'is_published = false', `summary_he = 'ב'`])
      expect(await change(`update legal_document_versions set ${set} ${coming}`)).toBe('LEGAL_TEXT_FIXED')
    expect(await change(`delete from legal_document_versions ${coming}`)).toBe('LEGAL_TEXT_FIXED')
    await editor.ask('withdraw_legal_version', ['terms', 2])
    expect(await change(`update legal_document_versions set is_published = true, withdrawn_at = null ${coming}`)).toBe(
      'LEGAL_TEXT_FIXED',
    )
  })

  test('has the hash of its text, which anybody can work out, and a line in the audit log', async () => {
    const { versions } = await editor.demand('שני')
    const [row] = await rowsAs<{ text: string; hash: string }>(
      database,
      ANONYMOUS,
      'select body::text as text, text_hash as hash from legal_document_versions where version = 2',
    )
    expect(row?.hash).toBe(
      createHash('sha256')
        .update(row?.text ?? '')
        .digest('hex'),
    )
    await editor.demand('שלישי', { at: NEXT_MONTH })
    await editor.ask('withdraw_legal_version', ['terms', 3])
    const lines = await owner<{ action: string; after: object }>(
      database,
      `select action, after from audit_log where actor = $1 and entity = 'legal_document_versions' order by id desc limit 3`,
      [admin.id],
    )
    expect(lines.map(({ action }) => action)).toEqual([
      'legal version withdrawn',
      'legal version published',
      'legal version published',
    ])
    expect(lines[2]?.after).toMatchObject({ document: 'terms', version: 2, text_hash: versions[0]?.text_hash })
  })
})

describe('a line of the ledger', () => {
  test('names the version in force at its moment and its hash, and is written by functions alone', async () => {
    const dana = await signUp(database, 'dana@example.com')
    const [first] = await consentsOf(database, dana.id)
    const { versions } = await editor.demand('שני')
    const [second, old] = versions
    expect(first).toEqual({ version: 1, text_hash: old?.text_hash, granted: true })
    await callAs(database, dana.caller, 'accept_legal_documents', [[second?.id]])
    await rowsAs(database, dana.caller, 'update users set marketing_consent = true where id = $1', [dana.id])
    expect((await consentsOf(database, dana.id))[0]).toMatchObject({ version: 2, text_hash: second?.text_hash })
    expect((await consentsOf(database, dana.id, 'marketing'))[0]).toMatchObject({ version: null, text_hash: null })
    const direct = `insert into consent_events (purpose, granted) values ('terms', true)`
    expect(await rowsAs(database, dana.caller, direct).then(() => 'done', errorCode)).toBe('denied')
  })

  test('does not name a version whose day has not come', async () => {
    await editor.demand('שני', { at: NEXT_MONTH })
    const noa = await signUp(database, 'noa@example.com')
    expect(await consentsOf(database, noa.id)).toMatchObject([{ version: 1 }])
  })

  test('stays with its hash when the account goes', async () => {
    const gone = await signUp(database, 'gone@example.com')
    const [line] = await consentsOf(database, gone.id)
    await owner(database, 'delete from public.users where id = $1', [gone.id])
    const kept = await owner(database, 'select from consent_events where user_id is null and text_hash = $1', [
      line?.text_hash,
    ])
    expect(kept.length).toBeGreaterThan(0)
  })
})
