import { describe, expect, test } from 'vitest'
import { permissionText } from '../../web/app/staff/roles/roles.he.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { signUp, signUpStaff, useStaffArea } from './support/people.ts'
import { as, database, hire, withStaff } from './support/staff.ts'

withStaff()

describe('the permission map', () => {
  test('[6-06] [6-07] [6-08] [6-09] [6-10] levels and permissions are those of the specification, and our default for the rest', async () => {
    const rows = await owner(
      database,
      `select r.name, r.level, coalesce(array_agg(p.name order by p.name) filter (where p.name is not null), '{}') as permissions
       from roles r left join role_permissions rp on rp.role_id = r.id left join permissions p on p.id = rp.permission_id
       group by r.id order by level`,
    )
    expect(rows).toEqual([
      { name: 'super_admin', level: 1, permissions: [] },
      {
        name: 'admin',
        level: 2,
        permissions: [
          'categories.manage',
          'courses.manage',
          'essays.manage',
          'lessons.manage',
          'news.manage',
          'notifications.manage',
          'quizzes.manage',
          'students.view',
          'support.access',
          'users.manage',
          'users.view',
        ],
      },
      { name: 'analyst', level: 3, permissions: ['analytics.view', 'reports.view'] },
      { name: 'marketing', level: 4, permissions: ['marketing.manage', 'news.manage', 'notifications.manage'] },
      { name: 'unknown', level: 999, permissions: [] },
    ])
  })

  test('each has its Hebrew name in staff/roles/roles.he.ts, and no name stands for nothing', async () => {
    const rows = await owner<{ name: string }>(database, 'select name from permissions')
    expect(Object.keys(permissionText).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  test('[6-25] a permission given by a super admin works at once, and is taken at once', async () => {
    const draft = () => rowsAs(database, as('analyst'), `select id from courses where not is_published`)
    const give = async (granted: boolean) => {
      const { version } = await callAs<{ version: string }>(database, as('super_admin'), 'permission_map')
      const changes = JSON.stringify([{ role: 'analyst', permission: 'courses.manage', granted }])
      await callAs(database, as('super_admin'), 'save_role_permissions', [version, changes])
    }
    await owner(database, `insert into courses (title_he) values ('טיוטה')`)
    expect(await draft()).toHaveLength(0)
    await give(true)
    expect(await draft()).toHaveLength(1)
    await give(false)
    expect(await draft()).toHaveLength(0)
  })

  test('[6-20] [6-22] whoever writes tests finds the courses and lessons that they are about, drafts too, and nothing in them', async () => {
    const lesson = await owner<{ id: string; course_id: string }>(
      database,
      `with course as (insert into courses (title_he) values ('טיוטה') returning id),
         lesson as (insert into lessons (course_id, title_he, order_index) select id, 'שיעור', 1 from course returning id, course_id),
         held as (insert into lesson_contents (lesson_id) select id from lesson)
       select * from lesson`,
    )
    const { id = '', course_id = '' } = lesson[0] ?? {}
    const found = async (role: string) => [
      await rowsAs(database, as(role), 'select id from courses where id = $1', [course_id]),
      await rowsAs(database, as(role), 'select id from lessons where id = $1', [id]),
      await rowsAs(database, as(role), 'select lesson_id as id from lesson_contents where lesson_id = $1', [id]),
    ]
    for (const name of ['quizzes.manage', 'lessons.manage', 'news.manage']) {
      await hire({ name: `only ${name}`, level: 5, permissions: [name] })
    }
    expect(await found('only quizzes.manage')).toEqual([[{ id: course_id }], [{ id }], []])
    expect(await found('only lessons.manage')).toEqual([[{ id: course_id }], [{ id }], [{ id }]])
    expect(await found('only news.manage')).toEqual([[], [], []])
  })

  test('[9-02] [6-12] a session of 24 hours, a closed session or a closed row ends every permission', async () => {
    const member = await signUpStaff(database, 'short@academy.example', 'admin')
    const sees = async () => (await rowsAs(database, member.caller, 'select id from roles')).length > 0
    expect(await sees()).toBe(true)
    await useStaffArea(database, member)
    await owner(
      database,
      `update auth.sessions set created_at = now() - interval '23 hours 59 minutes' where user_id = $1`,
      [member.id],
    )
    expect(await sees()).toBe(true)
    await owner(database, `update auth.sessions set created_at = now() - interval '24 hours' where user_id = $1`, [
      member.id,
    ])
    expect(await sees()).toBe(false)
    await owner(database, `update auth.sessions set created_at = now() where user_id = $1`, [member.id])
    await callAs(database, as('super_admin'), 'set_admin_active', [member.adminId, false])
    expect(await sees()).toBe(false)
    expect(await owner(database, 'select id from auth.sessions where user_id = $1', [member.id])).toEqual([])
  })

  test('[4-02] the metadata of a student opens nothing', async () => {
    const evil = await signUp(database, 'evil@example.com', {
      metadata: { user_type: 'admin', is_admin: true, role_id: '00000000-0000-4000-8000-000000000001' },
    })
    const claims = {
      ...evil.caller.claims,
      user_metadata: { user_type: 'admin' },
      app_metadata: { role: 'super_admin' },
    }
    expect(await rowsAs(database, { role: 'authenticated', claims }, 'select id from admin_users')).toEqual([])
  })
})
