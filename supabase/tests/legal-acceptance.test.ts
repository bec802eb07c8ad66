import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf } from './support/content.ts'
import { consentsOf, legalEditor, letDayCome, makeLegalTexts } from './support/legal.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'

const NEXT_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString()

type Owed = {
  slug: string
  id: string
  version: number
  agreed_to: { version: number } | null
  changes: { version: number; summary_he: string }[]
}

let database: Database
let staff: Person
let editor: ReturnType<typeof legalEditor>
let dana: Person
let counter = 0

beforeAll(async () => {
  database = await openAcademyDatabase()
  staff = await signUpStaff(database, 'editor@academy.example', 'admin')
  editor = legalEditor(database, staff.caller)
})
afterAll(() => database?.close())
beforeEach(async () => {
  await makeLegalTexts(database)
  await owner(database, 'delete from public.users')
  counter += 1
  dana = await signUp(database, `dana${counter}@example.com`)
})

const owes = async ({ id, caller }: Person = dana) =>
  (
    await rowsAs<{ owes: boolean }>(database, caller, 'select users.owes_acceptance as owes from users where id = $1', [
      id,
    ])
  )[0]?.owes
const owed = ({ caller }: Person = dana) => callAs<Owed[]>(database, caller, 'owed_legal_documents')
const accept = (ids: (string | null)[], { caller }: Person = dana) =>
  callAs(database, caller, 'accept_legal_documents', [ids])
const agree = async (person = dana) =>
  accept(
    (await owed(person)).map(({ id }) => id),
    person,
  )

test('[6-23] who agreed to an earlier version agrees again, once, and the ledger keeps the hash', async () => {
  expect([await owes(), await owed()]).toEqual([false, []])
  const { versions } = await editor.demand('שני')
  expect(await owes()).toBe(true)
  const [terms, ...others] = await owed()
  expect(others).toEqual([])
  expect(terms).toMatchObject({ slug: 'terms', version: 2, agreed_to: { version: 1 } })
  expect(terms?.changes).toEqual([{ version: 2, summary_he: 'מה השתנה: שני' }])
  await agree()
  expect([await owes(), await owed()]).toEqual([false, []])
  const lines = await consentsOf(database, dana.id)
  expect(lines).toMatchObject([{ version: 2, text_hash: versions[0]?.text_hash, granted: true }, { version: 1 }])
})

test('a version that demands nothing asks nobody; one after a demand does not take it away', async () => {
  await editor.demand('תיקון', { demands: false })
  expect(await owes()).toBe(false)
  await editor.demand('חדש')
  await editor.demand('שוב תיקון', { demands: false })
  expect((await owed()).map(({ version, changes }) => [version, changes.map((line) => line.version)])).toEqual([
    [4, [4, 3, 2]],
  ])
  await agree()
  await editor.demand('ועוד תיקון', { demands: false })
  expect(await owes()).toBe(false)
})

test('a version asks from its day on, and whoever registers under it is not asked', async () => {
  await editor.demand('שני', { at: NEXT_MONTH })
  expect(await owes()).toBe(false)
  await letDayCome(database)
  expect(await owes()).toBe(true)
  expect(await owes(await signUp(database, `new${counter}@example.com`))).toBe(false)
})

test('what was read is what is agreed to: a newer version, a part, or another text is refused, and nothing is written', async () => {
  await editor.demand('שני')
  const read = (await owed()).map(({ id }) => id)
  await editor.demand('שלישי')
  await editor.demand('פרטיות', { slug: 'privacy' })
  expect(await codeOf(accept(read))).toBe('LEGAL_TEXT_CHANGED')
  const [terms, privacy] = await owed()
  for (const ids of [[], [null], [terms?.id ?? '', null], [privacy?.id ?? '']])
    expect(await codeOf(accept(ids))).toBe('LEGAL_TEXT_CHANGED')
  expect(await consentsOf(database, dana.id)).toHaveLength(1)
  await accept([privacy?.id ?? '', terms?.id ?? ''])
  expect(await owes()).toBe(false)
})

test('agreed to twice, and by two tabs at once, is one line', async () => {
  await editor.demand('שני')
  const ids = (await owed()).map(({ id }) => id)
  await Promise.all([accept(ids), accept(ids)])
  await accept(ids)
  expect(await consentsOf(database, dana.id)).toHaveLength(2)
})

test('a publication at the same moment comes before or after, never between', async () => {
  await editor.demand('שני')
  const ids = (await owed()).map(({ id }) => id)
  const [outcome] = await Promise.all([codeOf(accept(ids)), editor.demand('שלישי')])
  const [line] = await consentsOf(database, dana.id)
  expect([outcome, line?.version]).toEqual(outcome === 'done' ? ['done', 2] : ['LEGAL_TEXT_CHANGED', 1])
  expect(await owes()).toBe(true)
})

test('nobody else agrees, or is told who owes', async () => {
  await editor.demand('שני')
  const ids = (await owed()).map(({ id }) => id)
  await owner(database, 'update users set is_active = false where id = $1', [dana.id])
  for (const person of [dana, staff]) {
    expect(await codeOf(accept(ids, person))).toBe('FORBIDDEN')
    expect(await codeOf(owed(person))).toBe('FORBIDDEN')
  }
  expect(await codeOf(callAs(database, ANONYMOUS, 'accept_legal_documents', [ids]))).toBe('denied')
  expect(await codeOf(callAs(database, SERVICE, 'accept_legal_documents', [ids]))).toBe('denied')
  const noa = await signUp(database, `noa${counter}@example.com`)
  const made =
    'select public.owes_acceptance(jsonb_populate_record(null::users, jsonb_build_object($$id$$, $1::text))) as owes'
  expect(await rowsAs(database, noa.caller, made, [dana.id])).toEqual([{ owes: false }])
})

test('until then the database refuses nothing: progress and choices go on being saved', async () => {
  await editor.demand('שני')
  await rowsAs(database, dana.caller, 'update users set first_name = $2 where id = $1', [dana.id, 'דנה'])
  await rowsAs(database, dana.caller, 'update users set marketing_consent = true where id = $1', [dana.id])
  expect(await codeOf(callAs(database, dana.caller, 'save_progress', ['[]']))).toBe('done')
})

test('[6-23] the staff see who agreed to which version, and how many are still to be asked', async () => {
  const noa = await signUp(database, `noa${counter}@example.com`)
  expect((await editor.read()).reach).toEqual({ students: 2, waiting: 0 })
  await editor.demand('שני')
  await agree(noa)
  const record = await editor.read()
  expect(record.reach).toEqual({ students: 2, waiting: 1 })
  expect(record.versions.map(({ version, accepted }) => [version, accepted])).toEqual([
    [2, 1],
    [1, 2],
  ])
  await callAs(database, staff.caller, 'open_student_record', [noa.id])
  const { consents } = await callAs<{ consents: object[] }>(database, staff.caller, 'read_student_record', [noa.id])
  expect(consents).toContainEqual(
    expect.objectContaining({ purpose: 'terms', version: 2, text_hash: record.versions[0]?.text_hash }),
  )
  expect((await editor.read('cookies')).reach).toEqual({ students: 0, waiting: 0 })
})
