import { describe, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { signUpStaff } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

type Team = {
  members: { email: string; may_change: boolean; is_self: boolean; second_step: boolean }[]
  invitations: { email: string; invited_by: string; may_change: boolean }[]
  roles: string[]
}

withStaff()

const team = (role: string) => callAs<Team>(database, as(role), 'list_team')
const end = (role: string, target: string) =>
  callAs<number>(database, as(role), 'end_staff_sessions', [staff[target]?.adminId]).catch(errorCode)

describe('the team', () => {
  test('[2.12-07] [6-16] shows members and invitations, and whom the caller may change', async () => {
    const invited = await callAs<{ token: string }>(database, as('admin'), 'create_admin_invitation', [
      'soon@academy.example',
      'analyst',
      'נועה',
      'לוי',
    ])
    const { members, invitations, roles } = await team('admin')
    expect(members.map(({ email, may_change }) => [email, may_change])).toEqual([
      ['super-admin@academy.example', false],
      ['admin@academy.example', false],
      ['analyst@academy.example', true],
      ['marketing@academy.example', true],
      ['unknown@academy.example', true],
    ])
    expect(members.map(({ second_step }) => second_step)).toEqual([true, false, false, false, false])
    expect(invitations).toMatchObject([{ email: 'soon@academy.example', invited_by: 'צוות', may_change: true }])
    expect(roles).toEqual(['admin', 'analyst', 'marketing', 'unknown'])
    expect(JSON.stringify({ members, invitations })).not.toContain(invited.token)
  })

  test.each(['analyst', 'marketing', 'unknown'])('[6-16] is closed to %s', async (role) => {
    expect(await team(role).catch(errorCode)).toBe('FORBIDDEN')
  })
})

describe('ending sessions of a member', () => {
  test('[6-11] reaches others whose level is not mightier, and refuses their next request', async () => {
    expect(await end('admin', 'super_admin')).toBe('INSUFFICIENT_LEVEL')
    expect(await end('admin', 'admin')).toBe('CANNOT_CHANGE_SELF')
    expect(await end('marketing', 'unknown')).toBe('FORBIDDEN')
    expect(await end('admin', 'unknown')).toBe(1)
    expect(await end('admin', 'unknown')).toBe(0)
    expect(await callAs(database, as('unknown'), 'list_team').catch(errorCode)).toBe('FORBIDDEN')
    expect(await team('super_admin')).toMatchObject({ more: false })
  })
})

describe('the second step of another', () => {
  const reset = (role: string, adminId: string | undefined, reason = 'הטלפון אבד') =>
    callAs(database, as(role), 'reset_staff_second_step', [adminId, reason]).catch(errorCode)

  test('[6-06] is taken off by a super_admin, with a reason, a mail and a line', async () => {
    const member = await signUpStaff(database, 'lost-phone@academy.example', 'super_admin')
    expect(await reset('admin', member.adminId)).toBe('FORBIDDEN')
    expect(await reset('super_admin', staff.super_admin?.adminId)).toBe('CANNOT_CHANGE_SELF')
    expect(await reset('super_admin', member.adminId, '  a ')).toBe('REASON_REQUIRED')
    expect(await reset('super_admin', member.adminId, 'א'.repeat(501))).toBe('REASON_REQUIRED')
    expect(await reset('super_admin', member.adminId)).toBeNull()
    expect(await reset('super_admin', member.adminId)).toBe('NO_SECOND_STEP')
    expect(await owner(database, 'select 1 from auth.sessions where user_id = $1', [member.id])).toEqual([])
    expect(
      await owner(database, `select content ->> 'what' as what from email_outbox where recipient = $1`, [member.email]),
    ).toEqual([{ what: 'second_step_removed' }])
    expect(await owner(database, `select actor, after from audit_log where action = 'second step reset'`)).toEqual([
      { actor: staff.super_admin?.id, after: { reason: 'הטלפון אבד' } },
    ])
  })
})

describe('why a page is open or closed', () => {
  const explain = (role: string, target: string, permission: string | null, roles: string[] | null = null) =>
    callAs<Record<string, boolean>>(database, as(role), 'explain_access', [staff[target]?.adminId, permission, roles])

  test('[6-12] [6-13] names the rule from the same tables', async () => {
    const open = { active: true, verified: true, session: true, second_step: true, role: true, permission: true }
    expect(await explain('admin', 'marketing', 'news.manage')).toEqual(open)
    expect(await explain('admin', 'marketing', 'students.view')).toEqual({ ...open, permission: false })
    expect(await explain('admin', 'marketing', null, ['super_admin'])).toEqual({ ...open, role: false })
    expect(await explain('admin', 'super_admin', 'settings.manage')).toEqual(open)
    const demand = (on: boolean) =>
      owner(database, `update app_settings set value = $1::text::jsonb where key = 'staff_second_step_for_all'`, [
        `${on}`,
      ])
    await demand(true)
    expect(await explain('super_admin', 'marketing', null)).toEqual({ ...open, second_step: false })
    await demand(false)
    await callAs(database, as('super_admin'), 'set_admin_active', [staff.marketing?.adminId, false])
    expect(await explain('admin', 'marketing', null)).toEqual({ ...open, active: false, session: false })
    expect(await explain('analyst', 'admin', null).catch(errorCode)).toBe('FORBIDDEN')
  })
})
