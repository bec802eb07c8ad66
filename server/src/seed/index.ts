import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { DEMO_ADDRESSES, seedAccounts } from './accounts.ts'
import { markAsDemo, refusalOfDemo } from './demo-academy.ts'
import { draftsInForce, seedLegalTexts } from './legal-texts.ts'
import { DEMO_STUDENTS, foretellPeople, removePeople, seedPeople } from './people.ts'
import { createWriter, type Writer } from './writer.ts'

type Say = (message: string) => void

/** Each upload waits for the disk and the database more than it works, so several go at once. */
const UPLOADS_AT_ONCE = 8

/** Fills an academy that nobody has used yet: with the demo content where that is wanted, else with drafts of its legal texts. */
export async function seedWhenEmpty(backend: Backend, config: Config, say: Say): Promise<void> {
  if (!backend.serviceRoleKey) return
  const writer = createWriter(backend, config)
  const isNew = (await writer.count('categories')) === 0
  if (config.seedDemo && isNew && !(await refusalOfDemo(writer))) await seed(backend, config, say)
  else await seedLegalTexts(backend, config, say)
  const drafts = await draftsInForce(writer)
  if (drafts.length > 0) {
    say(
      `these pages show drafts that nobody has reviewed: ${drafts.join(', ')} (npm run legal; see docs/operations.md)`,
    )
  }
}

/** What `npm run db:seed` can be asked for. */
export type SeedWishes = {
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
  { dryRun = false, students = DEMO_STUDENTS, removePeople: isFarewell = false }: SeedWishes = {},
): Promise<void> {
  const writer = createWriter(backend, config)
  if (isFarewell) return removePeople(writer, say)
  const refusal = await refusalOfDemo(writer)
  if (refusal) throw new Error(refusal)
  if (dryRun) {
    await foretell(backend, config, say)
    await foretellPeople(writer, students, say)
    return say('nothing was changed')
  }
  await seed(backend, config, say)
  await seedAccounts(backend, config, say)
  await seedPeople(writer, students, say)
}

/** Puts the demo content in. What is there already stays as it is, however it was edited. */
export async function seed(backend: Backend, config: Config, say: Say): Promise<void> {
  const writer = createWriter(backend, config)
  const { content, tables } = await demoContent()
  say(`putting in the demo academy: ${content.courses.length} courses, ${content.lessons.length} lessons`)
  await markAsDemo(writer)
  await Promise.all([putFiles(writer, content.media), putRows(writer, tables, content.quizzes)])
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
