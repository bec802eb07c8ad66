import { describe, expect, test } from 'vitest'
import { callAs, errorCode, outcomeOf, owner } from './support/outcome.ts'
import { ANONYMOUS, signUp, signUpStaff } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

type PermissionMap = {
  version: string
  roles: { name: string; permissions: string[]; members: number; signed_in: number; names: string[] }[]
}
type Change = { role: string; permission: string; granted: boolean }

withStaff()

const readMap = () => callAs<PermissionMap>(database, as('super_admin'), 'permission_map')
const save = (version: string, changes: Change[], role = 'super_admin') =>
  callAs<{ version: string }>(database, as(role), 'save_role_permissions', [version, JSON.stringify(changes)])
const change = (granted: boolean, role = 'marketing', permission = 'students.view'): Change => ({
  role,
  permission,
  granted,
})

describe('the permission map', () => {
  test('[6-06] [6-13] shows every role with what it holds and whom a change concerns', async () => {
    const { roles } = await readMap()
    expect(roles.map(({ name }) => name)).toEqual(['super_admin', 'admin', 'analyst', 'marketing', 'unknown'])
    expect(roles[3]).toMatchObject({
      members: 1,
      signed_in: 1,
      names: ['צוות'],
      permissions: expect.arrayContaining(['news.manage']),
    })
  })

  test.each(['admin', 'analyst', 'marketing', 'unknown'])('[6-06] %s neither reads nor saves it', async (role) => {
    const { version } = await readMap()
    expect(await callAs(database, as(role), 'permission_map').catch(errorCode)).toBe('FORBIDDEN')
    expect(await save(version, [change(true, role, 'settings.manage')], role).catch(errorCode)).toBe('FORBIDDEN')
  })

  test('visitors, students and a session without the second step reach nothing of it', async () => {
    const student = await signUp(database, 'map-student@example.com')
    const bare = await signUpStaff(database, 'bare@academy.example', 'super_admin', { app: false })
    for (const [caller, refusal] of [
      [ANONYMOUS, 'denied'],
      [student.caller, 'FORBIDDEN'],
      [bare.caller, 'FORBIDDEN'],
    ] as const) {
      expect(await callAs(database, caller, 'permission_map').catch(errorCode)).toBe(refusal)
      expect(await callAs(database, caller, 'save_role_permissions', ['', '[]']).catch(errorCode)).toBe(refusal)
      expect(await callAs(database, caller, 'list_team').catch(errorCode)).toBe(refusal)
    }
  })

  test('a change is one line of the audit log, works at once and is undone by its opposite', async () => {
    const { version, roles } = await readMap()
    const held = roles.find(({ name }) => name === 'marketing')?.permissions.toSorted() ?? []
    const lines = `select actor, before, after from audit_log where action = 'permissions changed' order by id`
    const saved = await save(version, [change(true), change(false, 'marketing', 'news.manage')])
    expect(await callAs(database, as('marketing'), 'list_students', ['{}'])).toMatchObject({ size: 50 })
    expect(await owner(database, lines)).toEqual([
      {
        actor: staff.super_admin?.id,
        before: { marketing: held },
        after: { marketing: [...held.filter((name) => name !== 'news.manage'), 'students.view'].toSorted() },
      },
    ])
    const undone = await save(saved.version, [change(false), change(true, 'marketing', 'news.manage')])
    expect(undone.version).toBe(version)
    // [2.12-24] The next request of whoever worked with it is refused.
    expect(await callAs(database, as('marketing'), 'list_students', ['{}']).catch(errorCode)).toBe('FORBIDDEN')
    expect(await owner(database, lines)).toHaveLength(2)
  })

  test('of two that save the version they both read, one is told of the conflict', async () => {
    const { version } = await readMap()
    const both = await Promise.all([
      save(version, [change(true, 'analyst', 'users.view')]).catch(errorCode),
      save(version, [change(true, 'unknown', 'users.view')]).catch(errorCode),
    ])
    expect(both.filter((answer) => answer === 'VERSION_CONFLICT')).toHaveLength(1)
    const { version: after } = await readMap()
    await save(after, [change(false, 'analyst', 'users.view'), change(false, 'unknown', 'users.view')])
    expect((await readMap()).version).toBe(version)
  })

  test.each([
    ['nothing', [], 'INVALID_BODY'],
    ['too much', Array.from({ length: 501 }, () => change(true)), 'INVALID_BODY'],
    ['an unknown role', [change(true, 'emperor')], 'INVALID_PERMISSION'],
    ['an unknown permission', [change(true, 'analyst', 'x.y')], 'INVALID_PERMISSION'],
    ['the role that holds everything', [change(false, 'super_admin')], 'INVALID_PERMISSION'],
    ['a word in the place of yes', [{ ...change(true), granted: 'yes' } as unknown as Change], 'INVALID_PERMISSION'],
  ])('%s is refused and changes nothing', async (_, changes, code) => {
    const { version } = await readMap()
    expect(await save(version, changes).catch(errorCode)).toBe(code)
    expect((await readMap()).version).toBe(version)
  })

  test('nobody writes its rows but the function', async () => {
    for (const sql of [
      `insert into role_permissions (role_id, permission_id) select roles.id, permissions.id from roles, permissions limit 1`,
      'delete from role_permissions',
    ]) {
      expect(await outcomeOf(database, as('super_admin'), { sql })).toBe('denied')
    }
  })
})

test('[6-11] the explained rules of levels say of every pair what the functions then do', async () => {
  const members = await owner<{ id: string; role: string }>(
    database,
    'select admin_users.id, roles.name as role from admin_users join roles on roles.id = role_id where is_active order by level',
  )
  const roles = ['super_admin', 'admin', 'analyst', 'marketing', 'unknown']
  const of = (role: string) => members.find((member) => member.role === role)?.id ?? ''
  for (const actor of roles) {
    for (const target of roles) {
      const explained = await callAs<Record<string, boolean>>(database, as('super_admin'), 'explain_reach', [
        ...[of(actor), of(target), 'change'],
      ])
      const done = await callAs(database, as(actor), 'set_admin_active', [of(target), true]).then(
        () => 'done',
        errorCode,
      )
      expect([actor, target, Object.values(explained).every(Boolean)]).toEqual([actor, target, done === 'done'])
      if (done === 'INSUFFICIENT_LEVEL') expect(explained.level).toBe(false)
      if (done === 'CANNOT_CHANGE_SELF') expect(explained.other).toBe(false)
    }
  }
  const step = await callAs(database, as('admin'), 'explain_reach', [of('admin'), of('analyst'), 'second_step'])
  expect(step).toMatchObject({ role: false, permission: true, level: true, other: true })
  expect(await callAs(database, as('admin'), 'explain_reach', [of('admin'), of('admin'), 'x']).catch(errorCode)).toBe(
    'INVALID_BODY',
  )
  const student = await signUp(database, 'reached@example.com')
  for (const pair of [
    [of('admin'), student.id],
    [student.id, of('admin')],
  ])
    expect(await callAs(database, as('admin'), 'explain_reach', [...pair, 'change']).catch(errorCode)).toBe(
      'ADMIN_NOT_FOUND',
    )
})
