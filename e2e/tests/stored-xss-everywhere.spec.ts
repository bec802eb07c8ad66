import type { Page } from '@playwright/test'
import { STAFF_PAGES } from '../../web/app/staff/shared/staff-pages.rules.ts'
import { startAcademy } from '../support/academy.ts'
import { enterAsNewStudent, signInNewSuperAdmin } from '../support/account.ts'
import { asOwner } from '../support/owner.ts'
import { PROJECT_URL } from '../support/project.ts'
import { peopleTheAcademy } from '../support/screens/staff.ts'
import { expect, test } from '../support/test.ts'
import { hits, touch, XSS_TEXTS } from '../support/xss-payloads.ts'

test.skip(process.env.E2E_EVERYTHING !== '1', 'every text of every table is part of npm run test:all')
test.skip(({ isMobile }) => isMobile, 'a phone shows the same')

const SHORTEST = ['<img src=x onerror=hits=1>', '"><svg onload=hits=1>', "'-(hits=1)-'"]
/** Tables whose words decide what may be done; without them nobody would see a page. */
const LEFT = ['roles', 'permissions', 'role_permissions', 'app_settings', 'content_kinds', 'jobs']

/**
 * Puts payloads into every text of every table, the longest that a column takes, and into the texts of documents; what
 * a constraint refuses stays. Gives nothing; triggers are off.
 */
const POISON = `do $poison$
declare
  texts constant text[] := array(select jsonb_array_elements_text($json$${JSON.stringify([...XSS_TEXTS, ...SHORTEST])}$json$));
  col record;
  most integer;
begin
  set local session_replication_role = replica;
  for col in select columns.table_schema as s, columns.table_name as t, columns.column_name as c, columns.data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where tables.table_type = 'BASE TABLE' and columns.table_schema in ('public', 'private') and columns.is_generated = 'NEVER'
      and columns.data_type in ('text', 'jsonb') and columns.table_name <> all ('{${LEFT.join(',')}}')
      and not exists (
        select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where conrelid = format('%I.%I', columns.table_schema, columns.table_name)::regclass and attname = columns.column_name and contype in ('p', 'f')) loop
    foreach most in array '{2000,100,60,27}'::integer[] loop
      begin
        execute format(
          case col.type when 'text' then
            'update %1$I.%2$I as r set %3$I = p.text || case when $2 > 50 then '' '' || p.n else '''' end from (select ctid, row_number() over () as n, ($1)[1 + row_number() over () %% cardinality($1)] as text from %1$I.%2$I) as p where p.ctid = r.ctid and r.%3$I is not null'
          else
            'update %1$I.%2$I as r set %3$I = regexp_replace(r.%3$I::text, $in$"(text|title|name|label|prompt|reason|solution|[a-z_]+_he)": "[^"]*"$in$, $in$"\\1": $in$ || replace(to_json(($1)[1])::text, $in$\\$in$, $in$\\\\$in$), ''g'')::jsonb where r.%3$I::text like ''%%: "%%'''
          end, col.s, col.t, col.c)
          using array(select text from unnest(texts) as text where length(text) <= most), most;
        exit;
      exception when others then null;
      end;
    end loop;
  end loop;
end $poison$`

/** Gives the student of an address what pages of students show: a note, tickets, messages, lines of the ledger. */
const GIVE = `with one as (select id from users where email = $1), written as (
    insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body)
    select one.id, lessons.id, lessons.course_id, 5, 'הערה' from one, lessons where is_published limit 3),
  asked as (update support_tickets set user_id = (select id from one) where user_id is not null and subject is not null)
  insert into private.campaign_recipients (campaign_id, user_id, state, occasion_key)
  select campaigns.id, one.id, 'sent', 'xss' from one, private.campaigns where campaigns.state = 'done'`

/** Visits pages, and what the first rows of their lists lead to; says which of them showed a payload. */
async function visit(page: Page, addresses: readonly string[]): Promise<{ seen: string[]; shown: string[] }> {
  const seen: string[] = []
  const shown: string[] = []
  const left = [...addresses]
  for (let address = left.shift(); address; address = left.shift()) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await touch(page)
    expect(await hits(page), address).toBe(0)
    expect(await page.locator('[onerror], [onload], [onfocus], base').count(), address).toBe(0)
    seen.push(address)
    // What a field holds is no text of the page.
    const fields = page.getByRole('main').locator('input:not([type=checkbox], [type=radio], [type=file]), textarea')
    const values = await fields.evaluateAll((found) => found.map((field) => (field as HTMLInputElement).value))
    const words = [await page.getByRole('main').first().textContent(), ...values].join(' ')
    if (words.includes('hits=')) shown.push(address)
    if (!addresses.includes(address)) continue
    const deeper = await page.getByRole('main').locator(`a[href^="${address}/"]`).all()
    for (const link of deeper.slice(0, 2)) left.push((await link.getAttribute('href')) ?? address)
  }
  return { seen, shown }
}

test('no text that anybody can store becomes a script, in any table, on any page of staff, student or visitor', async ({
  browser,
}) => {
  test.skip(PROJECT_URL !== undefined, 'not on a project elsewhere: it fills every table of an academy of its own')
  const academy = await startAcademy()
  const pageOf = async () => (await browser.newContext({ baseURL: academy.url, locale: 'he-IL' })).newPage()
  try {
    await peopleTheAcademy(academy)
    const [staff, student, visitor] = [await pageOf(), await pageOf(), await pageOf()]
    await signInNewSuperAdmin(staff, academy)
    const { email } = await enterAsNewStudent(student, academy)
    await asOwner(academy, GIVE, [email])
    await asOwner(academy, POISON)
    const lists = STAFF_PAGES.map(({ path }) => path)
    const behind = ['analytics/courses', 'analytics/tests', 'analytics/work', 'notifications/suppressions']
    const asked = await visit(staff, [...lists, ...behind.map((path) => `/admin/${path}`)])
    const [course] = await academy.read<{ id: string }>(
      'courses?select=id&order=order_index&is_published=is.true&limit=1',
    )
    const own = [
      '/dashboard',
      '/dashboard/notes',
      '/notifications',
      '/support',
      '/profile',
      '/profile/privacy',
      '/review',
    ]
    const taken = await visit(student, [...own, `/courses/${course?.id}/start`])
    const open = await visit(visitor, ['/', '/courses', '/categories', '/news', '/facts', '/terms', '/accessibility'])
    const pages = [asked, taken, open].map(({ seen, shown }) => `${shown.length} of ${seen.length}`)
    process.stdout.write(`pages of staff, student, visitor that showed a payload: ${pages.join(', ')}\n`)
    expect(asked.shown.length).toBeGreaterThan(45)
    expect(taken.shown.length).toBeGreaterThan(6)
    expect(open.shown.length).toBeGreaterThan(9)
  } finally {
    await academy.stop()
  }
})
