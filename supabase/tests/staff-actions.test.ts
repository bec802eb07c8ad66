import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { mayCall } from '../../web/app/staff/entry/staff-calls.rules.ts'
import { allowedPaletteActions, type StaffActionName } from '../../web/app/staff/shell/palette-actions.rules.ts'
import { allowedActions, type StudentActionName } from '../../web/app/staff/student-record/student-actions.rules.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { as, database, hire, roleOf, withStaff } from './support/staff.ts'

/** No button that the database refuses, and none missing that it would allow. */

withStaff()

const ROLES = ['super_admin', 'admin', 'analyst', 'marketing', 'unknown'] as const
const STATES = ['active', 'closed', 'leaving', 'unverified'] as const
const REASON = 'סיבה טובה ומספיקה'
const SOME_ID = '00000000-0000-4000-8000-000000000013'

const STUDENT_CALLS: Record<StudentActionName, (id: string) => [name: string, values: unknown[]]> = {
  view: (id) => ['begin_student_viewing', [id, REASON]],
  sessions: (id) => ['end_student_sessions', [id, REASON]],
  secondStep: (id) => ['help_with_second_step', [id, REASON]],
  data: (id) => ['open_student_data', [id, REASON]],
  deletion: (id) => ['request_student_deletion', [id, REASON]],
  close: (id) => ['set_student_active', [id, false, REASON]],
  reopen: (id) => ['set_student_active', [id, true, REASON]],
}
const content = (kind: string): [string, unknown[]] => ['create_content', [kind, SOME_ID, '{}']]
const PALETTE_CALLS: Record<StaffActionName, [name: string, values: unknown[]]> = {
  invite: ['create_admin_invitation', ['somebody@academy.example', 'marketing', '', '']],
  exportStudents: ['open_students_export', ['{}', 'csv']],
  newCourse: content('course'),
  newQuiz: content('quiz'),
  newEssay: content('essay'),
  newNews: content('news'),
  newFact: content('fact'),
  newCategory: content('category'),
  newAuthor: content('author'),
}

const students = {} as Record<(typeof STATES)[number], Person>
beforeAll(async () => {
  for (const state of STATES) students[state] = await signUp(database, `${state}@example.com`)
  await owner(
    database,
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select gen_random_uuid(), users.id, 'totp', 'verified', now(), now() from users`,
  )
  await owner(database, 'update users set is_active = false where id = $1', [students.closed.id])
  await owner(database, `update users set deletion_due_at = now() + interval '9 days' where id = $1`, [
    students.leaving.id,
  ])
  await owner(database, 'update auth.users set email_confirmed_at = null where id = $1', [students.unverified.id])
  await owner(database, 'update users set email_verified = false where id = $1', [students.unverified.id])
})

class Undo extends Error {}

/** What the database says to an act; nothing of it stays. */
async function answerTo(caller: Caller, [name, values]: [string, unknown[]]): Promise<string> {
  const places = values.map((_, i) => `$${i + 1}`).join(', ')
  try {
    await database.asCaller(caller, async (tx) => {
      await tx.query(`select public.${name}(${places})`, values)
      throw new Undo()
    })
  } catch (cause) {
    return cause instanceof Undo ? 'done' : errorCode(cause)
  }
  throw new Error('nothing was undone')
}

test.each(ROLES)(
  '[6-03] [6-07] the record of a student shows %s the acts that the database does, and no other',
  async (name) => {
    const role = await roleOf(name)
    for (const act of Object.keys(STUDENT_CALLS) as StudentActionName[]) {
      const isEverShown = STATES.some((state) => allowedActions(role, state, true).includes(act))
      for (const state of STATES) {
        const answer = await answerTo(as(name), STUDENT_CALLS[act](students[state].id))
        if (allowedActions(role, state, true).includes(act)) expect([act, state, answer]).toEqual([act, state, 'done'])
        if (!isEverShown) expect([act, state, answer]).toEqual([act, state, 'FORBIDDEN'])
      }
    }
  },
)

test.each(ROLES)(
  '[6-12] the palette offers %s the acts that the database lets them begin, and no other',
  async (name) => {
    const role = await roleOf(name)
    const offered = allowedPaletteActions(role).map((act) => act.name)
    for (const act of Object.keys(PALETTE_CALLS) as StaffActionName[]) {
      const answer = await answerTo(as(name), PALETTE_CALLS[act])
      expect([act, answer !== 'FORBIDDEN']).toEqual([act, offered.includes(act)])
    }
  },
)

/** Whoever manages the team below the admins, and whoever sees the support and its settings. */
const HEADS = [
  { name: 'head of team', level: 3, permissions: ['users.view', 'users.manage'] },
  { name: 'head of support', level: 5, permissions: ['support.access', 'settings.manage'] },
]
type Team = {
  members: { id: string; second_step: boolean; may_change: boolean }[]
  invitations: { id: string; may_change: boolean }[]
  roles: string[]
}

describe('rows tell what their reader may do with them', () => {
  beforeAll(async () => {
    for (const head of HEADS) await hire(head)
    for (const role of ROLES) {
      await callAs(database, as('super_admin'), 'create_admin_invitation', [
        `invited-${role.replace('_', '-')}@academy.example`,
        role,
        '',
        '',
      ])
    }
  })
  const isDone = async (caller: Caller, name: string, ...values: unknown[]) =>
    (await answerTo(caller, [name, values])) === 'done'

  test.each(['super_admin', 'admin', 'head of team'])('[6-11] [6-16] of the team, %s', async (name) => {
    const me = as(name)
    const { members, invitations, roles } = await callAs<Team>(database, me, 'list_team')
    expect(members).toHaveLength(ROLES.length + HEADS.length)
    for (const { id, second_step, may_change } of members) {
      const done = [
        await isDone(me, 'set_admin_active', id, false),
        await isDone(me, 'set_admin_role', id, 'unknown'),
        await isDone(me, 'end_staff_sessions', id),
      ]
      expect([id, ...done]).toEqual([id, may_change, may_change, may_change])
      const resets = may_change && second_step && mayCall(await roleOf(name), 'reset_staff_second_step')
      expect([id, await isDone(me, 'reset_staff_second_step', id, REASON)]).toEqual([id, resets])
    }
    expect(invitations).toHaveLength(ROLES.length)
    for (const { id, may_change } of invitations) {
      expect([id, await isDone(me, 'revoke_admin_invitation', id)]).toEqual([id, may_change])
    }
    for (const role of [...ROLES, ...HEADS.map((head) => head.name)]) {
      const invited = await isDone(me, 'create_admin_invitation', 'new@academy.example', role, '', '')
      expect([role, invited]).toEqual([role, roles.includes(role)])
    }
  })

  test.each(['super_admin', 'admin', 'head of support'])(
    '[6-15] [6-19] of the hours of the support, %s',
    async (name) => {
      const hours = await callAs<{ version: number; may_change: boolean }>(database, as(name), 'read_support_settings')
      const { version, may_change, ...settings } = hours
      const saved = await isDone(as(name), 'save_support_settings', JSON.stringify(settings), version)
      expect(saved).toBe(may_change)
    },
  )
})
