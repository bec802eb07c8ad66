import { quantile } from '../../scripts/lib/figures.mjs'
import type { BenchAcademy } from './academy.ts'

/** What a page may take at the 95th of a hundred requests, in ms. */
const BUDGETS = { page: 200, counted: 300 }
const REQUESTS = 20
const FIRST = 'דנה,יוסף,נועם,הדר,רונן,מיכל,אורי,תמר,עידו,שירה,אבי,רות,גלעד,מאיה,Alexandra,ליאור,יעל,עומר,נטע,איתן'
const LAST = 'כהן,לוי,מזרחי,פרץ,ביטון,אבירם,דהן,שטרן,בן-שושן,חדד,Petrov,גבאי,אוחיון,ברק,סויסה,רוזן'

/** What the lists filter and sort by, beside the columns that every account has. */
export const PERSON_COLUMNS =
  ', first_name, last_name, last_login_at, marketing_consent, is_active, phone_owed, deletion_due_at'

/** Names of a country, three in ten who never came back, and a few in each of the rare states. */
export const personValues = (seed: string) => {
  const one = (list: string, shift: number) =>
    `(string_to_array('${list}', ','))[1 + abs(hashtext(${seed} || ${shift})) % ${list.split(',').length}]`
  const odds = (share: number, shift: number) => `abs(hashtext(${seed} || ${shift})) % 1000 < ${share}`
  return `, ${one(FIRST, 1)}, ${one(LAST, 2)} || case when ${odds(20, 3)} then ' ' || left(md5(${seed}), 5) else '' end,
    case when ${odds(700, 4)} then now() - random() * interval '200 days' end, ${odds(400, 5)}, not (${odds(10, 6)}),
    ${odds(30, 7)}, case when ${odds(2, 8)} then now() + interval '10 days' end`
}

/** What the trigger would have done for each of the newcomers. */
export const LISTED = `insert into private.listed_students
  select line.* from users join newcomers using (id), private.listed_student(users) as line`

/** A tag that one in fifty has and one that one in ten thousand has. */
export const TAGS = `insert into private.student_tags (name) values ('קורס ערב'), ('מרצים אורחים') on conflict do nothing`

/** What the rows of the newcomers' progress would have noted: on which days they learned, and a course of a few. */
export const MARKED = [
  `insert into private.tagged_students (student_id, tag_id)
   select s.id, tags.id from newcomers s join private.student_tags as tags
     on abs(hashtext(s.id::text || tags.name)) % 10000 < case tags.name when 'קורס ערב' then 200 else 1 end`,
  `update private.listed_students as listed set tags = tagged.tags
   from (select student_id, array_agg(tag_id order by tag_id) as tags from private.tagged_students join newcomers s on s.id = student_id group by student_id) as tagged
   where listed.id = tagged.student_id`,
  `insert into private.learning_days (day, user_id)
   select distinct last_watched::date, user_id from user_progress join newcomers s on s.id = user_id
   where last_watched > now() - interval '59 days'`,
  `update private.listed_students as listed set last_learned_on = learned.day
   from (select user_id, max(day) as day from private.learning_days join newcomers s on s.id = user_id group by user_id) as learned
   where listed.id = learned.user_id`,
  `insert into course_completions (user_id, course_id, lesson_count, completed_at)
   select s.id, (select id from courses order by order_index limit 1), 10, now() from newcomers s where abs(hashtext(s.id::text)) % 100 < 5`,
]

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type Query = Record<string, unknown>

const SEARCHES: [string, Query][] = [
  ['nothing', {}],
  ['a common name', { search: 'כהן' }],
  ['two common names', { search: 'דנה כהן' }],
  ['two letters', { search: 'דנ' }],
  ['one letter', { search: 'ד' }],
  ['a rare name', { search: 'a1b2c' }],
  ['nobody', { search: 'שםשאיןלאיש' }],
  ['an address', { search: 's777@example.com' }],
  ['a phone', { search: '+9725000000777' }],
]
const FILTERS: [string, Query][] = [
  ['active', { states: ['active'] }],
  ['closed', { states: ['closed'] }],
  ['leaving', { states: ['leaving'] }],
  ['unverified', { states: ['unverified'] }],
  ['phone owed', { phone_owed: true }],
  ['mailing', { marketing: true }],
  ['absent', { absent_days: 90 }],
  ['absent, mailing, active', { absent_days: 90, marketing: true, states: ['active'] }],
  ['closed Cohens', { states: ['closed'], search: 'כהן' }],
  ['absent without phone', { absent_days: 30, phone_owed: true }],
  ['a tag of many', { tag: 'קורס ערב' }],
  ['a tag of few', { tag: 'מרצים אורחים' }],
  ['tagged Cohens', { tag: 'קורס ערב', search: 'כהן' }],
  ['registered in a month', { registered_from: daysAgo(60), registered_to: daysAgo(30) }],
  ['learned in a month', { learned_from: daysAgo(30), learned_to: daysAgo(0) }],
  ['learned on a day', { learned_from: daysAgo(7), learned_to: daysAgo(7) }],
  ['verified', { stage: 'verified' }],
  ['began', { stage: 'began' }],
  ['completed a lesson', { stage: 'completed_lesson' }],
  ['completed a course', { stage: 'completed_course' }],
]
const SORTS = ['created_at', 'last_login_at', 'name'] as const

/** Every search, filter, sort and place of the list of students, as a member of the staff; false when one is too slow. */
export async function measureLists(academy: BenchAcademy): Promise<boolean> {
  const member = await aMember(academy)
  let kept = true
  for (const [name, query] of [...SEARCHES, ...FILTERS]) {
    const figures: string[] = []
    for (const counted of [true, false]) {
      for (const sort of SORTS) {
        const direction = sort === 'name' ? 'asc' : 'desc'
        const place = counted ? { count: true } : { after: await middleOf(academy, query, sort) }
        const asked = { ...query, sort, direction, ...place }
        const costs = []
        for (let turn = 0; turn < REQUESTS; turn += 1)
          costs.push(await academy.time(member, '/rest/v1/rpc/list_students', { query: asked }))
        const p95 = quantile(
          costs.map(({ clock }) => clock),
          0.95,
        )
        const isKept = p95 < (counted ? BUDGETS.counted : BUDGETS.page)
        kept &&= isKept
        const spent = quantile(
          costs.map(({ processor }) => processor),
          0.95,
        )
        figures.push(`${isKept ? '' : '!'}${p95.toFixed(0)} (${spent.toFixed(0)})`)
      }
    }
    const [first, later] = [figures.slice(0, 3), figures.slice(3)].map((three) => three.join(', '))
    console.log(
      `  list, ${name.padEnd(24)} p95 ms by ${SORTS.join(', ')} (processor): first, counted ${first}; from the middle ${later}`,
    )
  }
  return kept
}

/** A member of the staff who has signed in; the id is that of the account and of its session. */
export async function aMember({ fill, sql }: BenchAcademy, role = 'admin'): Promise<string> {
  const email = `bench-${role}@academy.example`
  const [known] = await sql<{ id: string }>('select supabase_auth_id as id from admin_users where email = $1', [email])
  if (known) return known.id
  await fill([
    `with made as (insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), '${email}', now()) returning id),
       entered as (insert into auth.sessions (id, user_id, created_at) select id, id, now() from made),
       said as (insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'otp' from made)
     insert into admin_users (supabase_auth_id, email, role_id, is_active, email_verified)
     select made.id, '${email}', roles.id, true, true from made, roles where roles.name = '${role}'`,
  ])
  return aMember({ fill, sql } as BenchAcademy, role)
}

/** A row in the middle of a list, after which a page begins; of all students where the list has none. */
async function middleOf({ sql }: BenchAcademy, query: Query, sort: string): Promise<{ value: string; id: string }> {
  const [filter] = await sql<{ conditions: string }>('select private.student_filters($1) as conditions', [
    JSON.stringify(query),
  ])
  for (const conditions of [filter?.conditions ?? 'true', 'true']) {
    const [row] = await sql<{ value: string; id: string }>(
      `with found as (select id, ${sort} from private.listed_students as listed where ${conditions})
       select id, ${sort}::text as value from found order by ${sort}, id limit 1 offset (select count(*) / 2 from found)`,
    )
    if (row) return row
  }
  throw new Error('Nobody is listed')
}
