import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { seed } from '../../server/src/seed/index.ts'
import { createSite, loadBuild } from '../../server/src/site.ts'
import { content } from '../seeds/content/index.ts'
import { DAMAGES, type Damage, HARMLESS } from './support/damaged-content.ts'
import { owner } from './support/outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-damaged-'))
chmodSync(folder, 0o711)
const SITE = 'https://academy.test'
const settings = { NODE_ENV: 'production', SITE_URL: SITE, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
const config = readConfig(settings)
/** What an attribute may not lead to or load; and, with all values of attributes left out, what no text may become. */
const LEADS_TO_SCRIPT = /(?:href|src|srcset|action)="\s*(?:javascript|data:text|vbscript)/i
const IS_SCRIPT = /<script(?![^>]*(?: nonce="mark"| type="application\/ld\+json"))/i
const HANDLES = /<[a-z][^<>]*\son\w+=/i
const isDangerous = (html: string) =>
  LEADS_TO_SCRIPT.test(html) || IS_SCRIPT.test(html) || HANDLES.test(html.replaceAll(/="[^"]*"/g, '=""'))
const TABLES = ['articles', 'authors', 'categories', 'courses', 'lessons', 'finance_facts', 'finance_fact_corrections']
const ALL_TABLES = [...TABLES, 'legal_documents', 'legal_document_versions', 'quizzes', 'quiz_versions', 'app_settings']

let backend: Backend
let build: Awaited<ReturnType<typeof loadBuild>>
let ids: Record<string, string>
/** By table the pages that show its rows. */
let pages: Record<string, string[]>

const rows = async <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) => {
  if (!backend.embedded) throw new Error('the embedded database is needed')
  return owner<Row>(backend.embedded.database, sql, values)
}
const idOf = async (sql: string) => String((await rows<{ id: string }>(sql))[0]?.id)

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, createLog(config))
  await seed(backend, config, () => undefined)
  build = await loadBuild(config)
  for (const table of ALL_TABLES) await rows(`alter table ${table} disable trigger user`)
  // What the constraints refuse may have been there before them.
  const checks = await rows<{ relation: string; name: string }>(
    `select conrelid::regclass::text as relation, conname as name from pg_constraint
     where contype = 'c' and conrelid::regclass::text = any ($1)`,
    [ALL_TABLES],
  )
  for (const { relation, name } of checks) await rows(`alter table ${relation} drop constraint ${name}`)
  const [article] = content.articles
  const [category] = content.categories
  ids = {
    articles: await idOf(`select id from articles where slug = '${article?.slug}'`),
    courses: await idOf('select id from courses where is_published order by order_index limit 1'),
    categories: await idOf(`select id from categories where slug = '${category?.slug}'`),
    finance_facts: await idOf(`select id from finance_facts where is_published order by name_he limit 1`),
    legal_document_versions: await idOf(
      `select versions.id from legal_document_versions as versions join legal_documents as texts on texts.id = document_id where slug = 'terms' and is_published`,
    ),
    legal_documents: await idOf(`select id from legal_documents where slug = 'terms'`),
  }
  ids.authors = await idOf(`select author_id as id from articles where id = '${ids.articles}'`)
  ids.lessons = await idOf(
    `select id from lessons where course_id = '${ids.courses}' and is_published order by order_index limit 1`,
  )
  ids.quizzes = await idOf('select id from quizzes where is_published order by id limit 1')
  const quizCourse = await idOf(`select course_id as id from quizzes where id = '${ids.quizzes}'`)
  const quiz = `/courses/${quizCourse}/quizzes/${ids.quizzes}`
  await rows(
    `insert into finance_fact_corrections (fact_id, said_before, says) values ('${ids.finance_facts}', '17%', '18%')`,
  )
  const course = `/courses/${ids.courses}`
  const catalogue = ['/', '/courses', course, `${course}/start`, `/categories/${category?.slug}`, '/sitemap.xml']
  const news = ['/news', `/news/${article?.slug}`, '/rss.xml', '/sitemap.xml']
  const legal = ['/terms', '/terms?version=1']
  pages = {
    articles: news,
    authors: [...catalogue, `/news/${article?.slug}`],
    categories: [...catalogue, '/categories', '/about-us', '/contact', '/accessibility'],
    courses: catalogue,
    lessons: [course, `${course}/start`, `${course}/lessons/${ids.lessons}`],
    finance_facts: ['/facts', `/news/${article?.slug}`],
    ...{ legal_documents: legal, legal_document_versions: legal },
    ...{ quizzes: [`/courses/${quizCourse}`, quiz], quiz_versions: [`/courses/${quizCourse}`, quiz] },
  }
})
afterAll(async () => {
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens every public page while a row holds what is given, and tells what was wrong with them and which alarms were raised. */
async function openPagesWith({ table, set }: Damage): Promise<{ wrong: unknown[]; alarms: string[] }> {
  const alarms: string[] = []
  const log = Object.assign(createLog(config), {
    error: (details: { alarm?: string; place?: string; error?: string }) =>
      alarms.push(details.alarm ? String(details.place) : `failed: ${details.error}`),
  })
  const ofQuiz = `quiz_id = '${ids.quizzes}' and version = (select version from quizzes where id = quiz_id)`
  const which = table === 'quiz_versions' ? ofQuiz : `id = '${ids[table]}'`
  const [saved] = await rows<{ row: string }>(`select to_jsonb(live)::text as row from ${table} as live where ${which}`)
  await rows(`update ${table} set ${set} where ${which}`)
  try {
    const site = createSite(build, backend, config, log)
    const answers = await Promise.all(
      (pages[table] ?? []).map(async (path) => {
        const response = await site(new Request(`${SITE}${path}`), 'mark', '127.0.0.1')
        const text = await response.text()
        const shown = text.replaceAll(/<script[^>]* nonce="mark"[\s\S]*?<\/script>/g, '')
        // A page has its frame around whatever is wrong in it.
        const isWhole = !response.headers.get('content-type')?.startsWith('text/html') || text.includes('</footer>')
        return { path, status: response.status, isDangerous: isDangerous(shown), isWhole }
      }),
    )
    const wrong = answers.filter(
      ({ status, isDangerous, isWhole }) =>
        (status !== 200 && status !== 404 && status !== 301) || isDangerous || !isWhole,
    )
    return { wrong, alarms: [...new Set(alarms)] }
  } finally {
    const [{ columns } = { columns: '' }] = await rows<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const before = `select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`
    await rows(`update ${table} set (${columns}) = (${before}) where ${which}`, [saved?.row])
  }
}

test('every page is whole and quiet before', async () => {
  expect(DAMAGES.length + HARMLESS.length).toBeGreaterThan(50)
  for (const table of Object.keys(pages)) {
    const key = table === 'quiz_versions' ? 'version' : 'id'
    const found = await openPagesWith({ name: 'nothing', table, set: `${key} = ${key}` })
    expect([table, found]).toEqual([table, { wrong: [], alarms: [] }])
  }
})

test.each(DAMAGES.map((one) => [one.name, one] as const))(
  '%s: every page shows the rest, and an alarm names the place',
  async (_, damage) => {
    const { wrong, alarms } = await openPagesWith(damage)
    expect(wrong).toEqual([])
    expect(alarms).toEqual([expect.stringContaining(damage.table)])
  },
)

test.each(HARMLESS.map((one) => [one.name, one] as const))('%s: every page shows it harmlessly', async (_, damage) => {
  const { wrong, alarms } = await openPagesWith(damage)
  expect(wrong).toEqual([])
  expect(alarms).toEqual([])
})
