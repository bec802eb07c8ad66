import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { DEMO_ADDRESSES, seedAccounts } from './accounts.ts'
import {
  isDemoAcademy,
  markAsDemo,
  PARTIAL_DEMO_REMEDY,
  readContentState,
  refusalOfDemo,
  writeContentState,
} from './demo-academy.ts'
import { draftsInForce, seedLegalTexts } from './legal-texts.ts'
import { DEMO_STUDENTS, previewPeople, refuseNumber, removeDemoPeople, seedPeople } from './people.ts'
import { createWriter, type Writer } from './writer.ts'

type Say = (message: string) => void

/** Each upload waits for the disk and the database more than it works, so several go at once. */
const UPLOADS_AT_ONCE = 8
const SEED_LOCK_KEY = 7_240_023

/**
 * Fills an academy that nobody has used yet: with the demo content where that is wanted, else with drafts of its legal
 * texts. Demo content that an earlier start did not finish is completed before anybody is served, so that staff never
 * work beside what comes back. Of processes that start at once on one database the second waits for the first.
 * @throws where the content cannot be put in; the next start goes on
 */
export async function seedWhenEmpty(backend: Backend, config: Config, say: Say): Promise<void> {
  if (!backend.serviceRoleKey) return
  const writer = createWriter(backend, config)
  await oneAtATime(backend, () => fill(backend, config, say))
  const drafts = await draftsInForce(writer)
  if (drafts.length > 0) {
    say(
      `these pages show drafts that nobody has reviewed: ${drafts.join(', ')} (npm run legal; see docs/operations.md)`,
    )
  }
}

async function fill(backend: Backend, config: Config, say: Say): Promise<void> {
  const writer = createWriter(backend, config)
  const state = await readContentState(writer)
  const isUnfinished = state === 'adding' && (await isDemoAcademy(writer))
  if (config.seedDemo && (isUnfinished || (state === undefined && (await isUnused(writer))))) {
    if (isUnfinished) say('an earlier start did not finish putting in the demo academy: what is missing is added')
    return seed(backend, config, say).catch((error: Error) => {
      throw new Error(`The demo content is not all in yet: ${error.message}`, { cause: error })
    })
  }
  if (state === 'adding') await writeContentState(writer, 'partial')
  if (state === 'adding' || state === 'partial') say(`the demo content is there only in part: ${PARTIAL_DEMO_REMEDY}`)
  await seedLegalTexts(backend, config, say)
}

const isUnused = async (writer: Writer): Promise<boolean> =>
  (await writer.count('categories')) === 0 && !(await refusalOfDemo(writer))

/** Keeps other processes on the same database from filling it meanwhile; a Supabase project is filled without. */
function oneAtATime(backend: Backend, run: () => Promise<void>): Promise<void> {
  if (!backend.embedded) return run()
  return backend.embedded.database.asOwner(async (tx) => {
    await tx.query(
      `select set_config(name, '0', true) from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`,
    )
    await tx.query('select pg_advisory_xact_lock($1)', [SEED_LOCK_KEY])
    await run()
  })
}

/** What `npm run db:seed` can be asked for. */
export type SeedOptions = {
  dryRun?: boolean
  /** How many made-up students there shall be. */
  students?: number
  /** Take the made-up students out, and do nothing else. */
  removePeople?: boolean
}

/**
 * Puts in the demo content, one account per role and made-up students with a year behind them, on demand.
 * @throws where the academy is neither empty nor a demo; nothing is changed then
 */
export async function seedOnDemand(
  backend: Backend,
  config: Config,
  say: Say,
  { dryRun = false, students = DEMO_STUDENTS, removePeople = false }: SeedOptions = {},
): Promise<void> {
  const writer = createWriter(backend, config)
  if (removePeople) return removeDemoPeople(writer, config, say)
  refuseNumber(students)
  const refusal = await refusalOfDemo(writer)
  if (refusal) throw new Error(refusal)
  if (dryRun) {
    await foretell(backend, config, say)
    await previewPeople(writer, students, say)
    return say('nothing was changed')
  }
  await seed(backend, config, say)
  await seedAccounts(backend, config, say)
  await seedPeople(writer, config, students, say)
}

/**
 * Puts the demo content in. What is there already stays as it is, however it was edited. Until all is in, a mark in the
 * database says so.
 */
export async function seed(backend: Backend, config: Config, say: Say): Promise<void> {
  const writer = createWriter(backend, config)
  const { content, tables } = await demoContent()
  say(`putting in the demo academy: ${content.courses.length} courses, ${content.lessons.length} lessons`)
  // Whole content of which staff deleted something is added to without the mark: only who asked for it once brings it back.
  await markAsDemo(writer, (await readContentState(writer)) === 'complete' ? 'complete' : 'adding')
  await Promise.all([putFiles(writer, content.media), putRows(writer, tables, content.quizzes)])
  await writeContentState(writer, 'complete')
}

type DemoContent = Awaited<ReturnType<typeof demoContent>>

/** Uploads what is not there. Rows name files by their paths, so neither waits for the other. */
async function putFiles(writer: Writer, media: DemoContent['content']['media']): Promise<void> {
  const waiting = media.values()
  await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      for (const file of waiting) await writer.upload(file)
    }),
  )
}

async function putRows(
  writer: Writer,
  tables: DemoContent['tables'],
  quizzes: DemoContent['content']['quizzes'],
): Promise<void> {
  for (const { table, rows, key } of tables) await writer.add(table, rows, key)
  const known = new Set((await writer.read<{ id: string }>('quizzes', 'id')).map(({ id }) => id))
  for (const quiz of quizzes) if (!known.has(quiz.id)) await writer.run('publish_quiz', { quiz })
}

/** Says what seeding would add, and changes nothing. */
async function foretell(backend: Backend, config: Config, say: Say): Promise<void> {
  const writer = createWriter(backend, config)
  const { content, tables } = await demoContent()
  for (const { table, rows, key } of tables) {
    const known = new Set((await writer.read<Record<string, string>>(table, key)).map((row) => row[key]))
    const missing = rows.filter((row) => !known.has(String(Reflect.get(row, key)))).length
    say(`${table}: would add ${missing}, would leave ${rows.length - missing} as they are`)
  }
  const quizzes = new Set((await writer.read<{ id: string }>('quizzes', 'id')).map(({ id }) => id))
  const newQuizzes = content.quizzes.filter(({ id }) => !quizzes.has(id)).length
  say(`quizzes: would add ${newQuizzes}, would leave ${content.quizzes.length - newQuizzes} as they are`)
  say(`files: would add those of ${content.media.length} that are not there`)
  for (const email of DEMO_ADDRESSES) {
    say(`${email}: ${(await writer.findAccount(email)) ? 'is there' : 'would be made, with a confirmed address'}`)
  }
}

/** The demo content, and its tables in the order in which they need each other. */
async function demoContent() {
  const { content } = await import('../../../supabase/seeds/content/index.ts')
  const byId = (table: string, rows: readonly object[]) => ({ table, rows, key: 'id' })
  const tables = [
    byId('categories', content.categories),
    byId('authors', content.authors),
    byId('courses', content.courses),
    byId('lessons', content.lessons),
    { table: 'lesson_contents', rows: content.lessonContents, key: 'lesson_id' },
    byId('finance_facts', content.financeFacts),
    byId('articles', content.articles),
    byId('legal_documents', content.legalDocuments),
    byId('legal_document_versions', content.legalDocumentVersions),
  ]
  return { content, tables }
}
