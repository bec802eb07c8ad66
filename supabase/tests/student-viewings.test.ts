import { describe, expect, test } from 'vitest'
import { callAs, errorCode, owner, rowsAs, writesOf } from './support/outcome.ts'
import { ANONYMOUS, openSession, registration, signUp, signUpStaff } from './support/people.ts'
import { database } from './support/staff.ts'
import { contentsOf, functionsToCall, tablesToWrite } from './support/tables.ts'
import {
  argument,
  begin,
  call,
  counter,
  dana,
  lesson,
  open,
  REASON,
  readViewing,
  viewer,
  withViewer,
} from './support/viewing.ts'

withViewer()

test('[2.12-05] shows what the student sees and nothing private; the student reads who looked', async () => {
  expect(await begin(dana, '')).toBe('REASON_REQUIRED')
  await begin()
  const seen = await readViewing()
  expect(seen).toMatchObject({
    student_id: dana.id,
    courses: [{ title_he: 'קורס' }],
    bookmarks: [{ title_he: 'קורס' }],
  })
  expect(seen.seconds_left).toBeGreaterThan(14 * 60)
  expect(JSON.stringify(seen)).not.toMatch(/@|\+972|note|session/)
  const own = await callAs<unknown>(database, dana.caller, 'export_my_data')
  expect(JSON.stringify(own)).toContain(REASON)
  const told = await rowsAs(database, dana.caller, 'select what, viewer_first_name from record_views')
  expect(told).toEqual([{ what: 'viewing', viewer_first_name: 'צוות' }])
  const mine = await rowsAs(database, dana.caller, 'select course_id, title_he, lesson_count from my_courses()')
  expect(seen.courses).toMatchObject(mine)
})

test('[2.12-05] a course and a lesson show how far the student is, not the viewer, and no note', async () => {
  const page = async (name: string, id: string) => {
    await open(name === 'read_viewed_course' ? 'course' : 'lesson', id)
    return call(name, [id])
  }
  await database.queryAsCaller(
    dana.caller,
    `update user_progress set progress_seconds = 40, watched_ranges = '{[0,30),[35,40)}' where user_id = auth.uid()`,
  )
  await owner(
    database,
    `insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body) values ($1, $2, $3, 5, 'סוד')`,
    [...[dana.id, lesson.id, lesson.course_id]],
  )
  for (const name of ['read_viewed_course', 'read_viewed_lesson'])
    expect(await page(name, lesson.id)).toBe('VIEWING_OVER')
  await begin()
  const seen = await page('read_viewed_lesson', lesson.id)
  expect(seen).toMatchObject({ title_he: 'שיעור', number: 1, lesson_count: 1, completed: false, position_seconds: 40 })
  expect(JSON.stringify(seen)).toContain('[[0,30],[35,40]]')
  const course = await page('read_viewed_course', lesson.course_id)
  expect(course).toMatchObject({ title_he: 'קורס', lessons: [{ id: lesson.id, begun: true, completed: false }] })
  expect(JSON.stringify([seen, course])).not.toMatch(/סוד|@|\+972/)
  await owner(database, 'update lessons set is_published = false where id = $1', [lesson.id])
  expect(await page('read_viewed_lesson', lesson.id)).toBe('LESSON_NOT_FOUND')
  expect(await page('read_viewed_course', lesson.course_id)).toMatchObject({ lessons: [] })
  await owner(database, 'update courses set is_published = false where id = $1', [lesson.course_id])
  expect(await page('read_viewed_course', lesson.course_id)).toBe('COURSE_NOT_FOUND')
})

describe('a page of a viewing', () => {
  test('[2.12-05] is opened first, and the student sees which ones, under the titles of that moment', async () => {
    expect(await open('course', lesson.course_id)).toBe('VIEWING_OVER')
    await begin()
    expect(await call('read_viewed_course', [lesson.course_id])).toBe('PAGE_NOT_OPENED')
    for (let turn = 0; turn < 2; turn++) await open('course', lesson.course_id)
    await open('lesson', lesson.id)
    await owner(database, `update lessons set title_he = 'שם אחר' where id = $1`, [lesson.id])
    expect(await call('read_viewed_lesson', [lesson.id])).toMatchObject({ title_he: 'שם אחר' })
    const [view] = await rowsAs<{ id: number }>(database, dana.caller, 'select id from record_views')
    const pages = await call('my_viewed_pages', [view?.id], dana.caller)
    expect(pages).toMatchObject([
      { kind: 'course', title: 'קורס' },
      { kind: 'lesson', title: 'שיעור' },
    ])
    const copy = await callAs<{ viewed_pages: object[] }>(database, dana.caller, 'export_my_data')
    expect(JSON.stringify(copy)).toContain('"viewed_pages"')
    const noted = await owner(
      database,
      `select after ->> 'title_he' as title from audit_log where action = 'page viewed' and entity_id = $1 order by id`,
      [dana.id],
    )
    expect(noted).toEqual([{ title: 'קורס' }, { title: 'שיעור' }])
    // Nobody else is told: not the viewer, not another student, not without an account.
    const other = await signUp(database, `other${counter}@example.com`)
    await call('end_student_viewing')
    for (const caller of [viewer.caller, other.caller])
      expect(await call('my_viewed_pages', [view?.id], caller)).toEqual([])
    expect(await call('my_viewed_pages', [view?.id], ANONYMOUS)).toBe('denied')
  })

  test('of which nothing may be shown opens nothing', async () => {
    await begin()
    expect(await open('quiz', lesson.id)).toBe('INVALID_PAGE')
    expect(await open('lesson', lesson.course_id)).toBe('LESSON_NOT_FOUND')
    await owner(database, 'update courses set is_published = false where id = $1', [lesson.course_id])
    expect(await open('course', lesson.course_id)).toBe('COURSE_NOT_FOUND')
    expect(await open('lesson', lesson.id)).toBe('LESSON_NOT_FOUND')
    const opened =
      'select from private.viewed_pages join private.student_viewings on id = viewing_id where student_id = $1'
    expect(await owner(database, opened, [dana.id])).toEqual([])
  })

  test('is never read in the transaction that opened it: what a caller takes back was never read', async () => {
    await begin()
    const outcome = await database
      .asCaller(viewer.caller, async (tx) => {
        await tx.query('select public.open_viewed_page($1, $2)', ['lesson', lesson.id])
        await tx.query('select public.read_viewed_lesson($1)', [lesson.id])
      })
      .catch(errorCode)
    expect(outcome).toBe('PAGE_NOT_OPENED')
  })

  test('was opened in this viewing, not in an earlier one, and is one of two hundred', async () => {
    await begin()
    await open('course', lesson.course_id)
    await call('end_student_viewing')
    await begin()
    expect(await call('read_viewed_course', [lesson.course_id])).toBe('PAGE_NOT_OPENED')
    await owner(
      database,
      `insert into private.viewed_pages (viewing_id, kind, page_id, title)
       select id, 'course', gen_random_uuid(), 'קורס' from private.student_viewings, generate_series(1, 199)
       where student_id = $1 and ended_at is null`,
      [dana.id],
    )
    expect(await open('course', lesson.course_id)).toBeNull()
    expect(await open('lesson', lesson.id)).toBe('TOO_MANY_REQUESTS')
    expect(await open('course', lesson.course_id)).toBeNull()
  })
})

test('what is read is never of the transaction that began it', async () => {
  const outcome = await database
    .asCaller(viewer.caller, async (tx) => {
      await tx.query('select public.begin_student_viewing($1, $2)', [dana.id, REASON])
      await tx.query('select public.read_student_viewing()')
    })
    .catch(errorCode)
  expect(outcome).toBe('VIEWING_OVER')
})

test('[6-05] no table of the API, of the server or of storage can be written while a session views', async () => {
  await owner(database, `insert into storage.objects (bucket_id, name) values ('images', 'viewed${counter}.webp')`)
  const statements = (await tablesToWrite(database)).flatMap(({ name, columns }) => [
    `insert into ${name} default values`,
    `delete from ${name}`,
    ...columns.map((column) => `update ${name} set ${column} = ${column}`),
  ])
  const written = () => writesOf(database, viewer.caller, statements)
  await begin()
  expect(await written()).toEqual([])
  await call('end_student_viewing')
  // The same statements do write without a viewing, so the list above is no accident.
  expect((await written()).length).toBeGreaterThan(10)
})

test('the row of the viewer cannot be written either, nor theirs as a student, nor that of the student', async () => {
  await begin()
  for (const statement of [
    `update admin_users set first_name = 'x' where supabase_auth_id = auth.uid()`,
    `update users set first_name = 'x' where id = auth.uid()`,
    `insert into bookmarks (user_id, course_id) values (auth.uid(), '${lesson.course_id}')`,
    `insert into bookmarks (user_id, course_id) values ('${dana.id}', '${lesson.course_id}')`,
    `insert into user_progress (user_id, lesson_id, course_id, progress_seconds) values (auth.uid(), '${lesson.id}', '${lesson.course_id}', 5)`,
  ]) {
    const outcome = await database.queryAsCaller(viewer.caller, statement).then(({ rowCount }) => rowCount, errorCode)
    expect([statement, outcome]).toEqual([statement, expect.toBeOneOf([0, 'denied', 'VIEWING_STUDENT'])])
  }
})

test('[6-05] no function of the API writes while a session views, but the one that ends it', async () => {
  await begin()
  const functions = (await functionsToCall(database)).filter(({ name }) => name !== 'end_student_viewing')
  expect(functions.length).toBeGreaterThan(70)
  // Counts of calls, refused links and that the session is used are kept whoever calls; nothing else may change.
  const kept = async () => {
    const {
      'private.security_events': _events,
      'private.staff_activity': _activity,
      ...rest
    } = await contentsOf(database)
    return rest
  }
  const tryAll = async () => {
    for (const { name, names, types } of functions) {
      const values = types.map((type, at) => argument(type, names?.[at] ?? '')).join(', ')
      await database.queryAsCaller(viewer.caller, `select public.${name}(${values})`).catch(() => undefined)
    }
  }
  const before: Record<string, string> = await kept()
  await tryAll()
  expect(await kept()).toEqual(before)
  await call('end_student_viewing')
  await tryAll()
  const after: Record<string, string> = await kept()
  expect(Object.keys(after).filter((name) => after[name] !== before[name]).length).toBeGreaterThan(8)
})

test('nothing of the staff is read meanwhile, and all of it again after the end', async () => {
  const list = () => call('list_students', [{}])
  await begin()
  expect(await list()).toBe('FORBIDDEN')
  expect(await call('begin_student_viewing', [dana.id, REASON])).toBe('VIEWING_STUDENT')
  expect(await rowsAs(database, viewer.caller, 'select first_name from admin_users')).toEqual([{ first_name: 'צוות' }])
  expect(await call('end_student_viewing')).toBe(true)
  expect(await call('end_student_viewing')).toBe(false)
  expect(await readViewing()).toBe('VIEWING_OVER')
  expect(await list()).toMatchObject({ size: 50 })
})

test('it is over to the second by the clock of the server, and the session is what it was', async () => {
  await begin()
  const expire = (left: string) =>
    owner(database, 'update private.student_viewings set expires_at = now() + $2::interval where viewer_id = $1', [
      viewer.adminId,
      left,
    ])
  await expire('1 second')
  expect(await readViewing()).toMatchObject({ student_id: dana.id })
  await expire('0 seconds')
  expect(await readViewing()).toBe('VIEWING_OVER')
  expect(await call('list_students', [{}])).toMatchObject({ size: 50 })
  const [kept] = await owner<{ minutes: number }>(
    database,
    `select extract(epoch from column_default::interval) / 60 as minutes from (
       select substring(pg_get_expr(adbin, adrelid) from '''([^'']+)''') as column_default
       from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
       where adrelid = 'private.student_viewings'::regclass and attname = 'expires_at') as said`,
  )
  expect(Number(kept?.minutes)).toBe(15)
})

test.each([
  ['a closed account of the staff', 'update admin_users set is_active = false where id = $1', () => viewer.adminId],
  [
    'a permission that was taken',
    `update admin_users set role_id = (select id from roles where name = 'analyst') where id = $1`,
    () => viewer.adminId,
  ],
  [
    'a second step demanded of all',
    `update app_settings set value = 'true' where key = 'staff_second_step_for_all' and $1::uuid is not null`,
    () => viewer.adminId,
  ],
  ['a session that ended', 'delete from auth.sessions where user_id = $1', () => viewer.id],
  [
    'a session of more than a day',
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    () => viewer.id,
  ],
  ['a student who was closed', 'update users set is_active = false where id = $1', () => dana.id],
])('%s ends the reading at once', async (_, statement, id) => {
  await begin()
  await owner(database, statement, [id()])
  const reads = [readViewing(), call('read_viewed_course', [lesson.course_id]), call('read_viewed_lesson', [lesson.id])]
  for (const answer of await Promise.all(reads))
    expect(answer).toBeOneOf(['VIEWING_OVER', 'FORBIDDEN', 'USER_NOT_FOUND'])
})

test('another session of the same member views nothing and goes on as before', async () => {
  await begin()
  const other = await database.asAuthAdmin((tx) => openSession(tx, viewer))
  expect(await call('read_student_viewing', [], other)).toBe('VIEWING_OVER')
  expect(await call('end_student_viewing', [], other)).toBe(false)
  expect(await call('list_students', [{}], other)).toMatchObject({ size: 50 })
})

test('of two beginnings at once one is refused', async () => {
  const both = await Promise.all([begin(), begin()])
  expect(both).toContain('VIEWING_STUDENT')
})

test('[6-11] who may not: other roles, students, and whoever is mightier is not viewed', async () => {
  const mighty = await signUpStaff(database, `mighty${counter}@academy.example`, 'super_admin', {
    metadata: registration(),
  })
  expect(await begin(mighty)).toBe('INSUFFICIENT_LEVEL')
  for (const role of ['analyst', 'marketing']) {
    const member = await signUpStaff(database, `${role}${counter}@academy.example`, role)
    expect(await call('begin_student_viewing', [dana.id, REASON], member.caller)).toBe('FORBIDDEN')
  }
  await owner(
    database,
    `insert into role_permissions (role_id, permission_id) select roles.id, permissions.id from roles, permissions
    where roles.name = 'analyst' and permissions.name = 'students.view' on conflict do nothing`,
  )
  const analyst = await signUpStaff(database, `third${counter}@academy.example`, 'analyst')
  expect(await call('begin_student_viewing', [dana.id, REASON], analyst.caller)).toBe('FORBIDDEN')
  expect(await call('begin_student_viewing', [dana.id, REASON], dana.caller)).toBe('FORBIDDEN')
})

test('sixty viewings an hour are enough', async () => {
  const taken = `select private.take_call('student viewing', $1, 60, '1 hour') from generate_series(1, 59)`
  await owner(database, taken, [viewer.adminId])
  expect([await begin(), await call('end_student_viewing'), await begin()]).toEqual([null, true, 'TOO_MANY_REQUESTS'])
})
