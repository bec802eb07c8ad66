import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { approveAhead } from './support/approvals.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { signUp, signUpStaff } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

const invite = (caller: Caller, email: string, role: string) =>
  callAs<{ id: string; token: string }>(database, caller, 'create_admin_invitation', [email, role])
const accept = (caller: Caller, token: string) =>
  callAs<{ error: string | null }>(database, caller, 'accept_admin_invitation', [token])
const invitee = (email: string) => signUp(database, email, { metadata: { user_type: 'admin' } })
const status = async (id: string) =>
  (await owner<{ status: string }>(database, 'select status from invitation_history where id = $1', [id]))[0]?.status

/** Ends once somebody waits for a lock of the database. */
const waitsForLock = () =>
  vi.waitFor(async () => {
    const waiting = await owner(
      database,
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(waiting).toHaveLength(1)
  }, 10_000)

describe('an invitation whose sender', () => {
  let counter = 0
  /** What a new admin invited to, after something happened to the admin: its status, whether it is listed, what it answers. */
  async function onceSent(happens: (admin: string) => Promise<unknown>, role = 'analyst', level = 'admin') {
    const name = `sender${++counter}`
    const sender = await signUpStaff(database, `${name}@academy.example`, level)
    await approveAhead(database, sender.caller, 'super_admin', { email: `of-${name}@academy.example` })
    const { id, token } = await invite(sender.caller, `of-${name}@academy.example`, role)
    const rows = await owner<{ id: string }>(database, 'select id from admin_users where email = $1', [sender.email])
    await happens(rows[0]?.id ?? '')
    const { invitations } = await callAs<{ invitations: { id: string }[] }>(database, as('super_admin'), 'list_team')
    const person = await invitee(`of-${name}@academy.example`)
    return {
      status: await status(id),
      listed: invitations.some((one) => one.id === id),
      answer: (await accept(person.caller, token)).error,
    }
  }
  const setRole = (role: string) => (admin: string) =>
    callAs(database, as('super_admin'), 'set_admin_role', [admin, role])
  async function mapWithout() {
    const map = await callAs<{ version: string }>(database, as('super_admin'), 'permission_map')
    const change = [{ role: 'admin', permission: 'users.manage', granted: false }]
    await callAs(database, as('super_admin'), 'save_role_permissions', [map.version, JSON.stringify(change)])
    onTestFinished(
      async () =>
        void (await owner(
          database,
          `insert into role_permissions (role_id, permission_id) select roles.id, permissions.id from roles, permissions
           where roles.name = 'admin' and permissions.name = 'users.manage'`,
        )),
    )
  }
  const withdrawn = { status: 'revoked', listed: false, answer: 'Invalid or expired invitation' }

  test('[6-11] is closed is withdrawn, also once the sender is let in again', async () => {
    const setActive = (admin: string, active: boolean) =>
      callAs(database, as('super_admin'), 'set_admin_active', [admin, active])
    expect(await onceSent((admin) => setActive(admin, false))).toEqual(withdrawn)
    const reopened = await onceSent(async (admin) => {
      await setActive(admin, false)
      await setActive(admin, true)
    })
    expect(reopened).toEqual(withdrawn)
  })

  test('[6-11] cannot give the role any more is withdrawn, and one that can stands', async () => {
    expect(await onceSent(setRole('marketing'))).toEqual(withdrawn)
    expect(await onceSent(setRole('admin'), 'super_admin', 'super_admin')).toEqual(withdrawn)
    expect(await onceSent(setRole('admin'), 'admin', 'super_admin')).toEqual({
      status: 'pending',
      listed: true,
      answer: null,
    })
  })

  test('[6-13] has a role that lost the right to invite is withdrawn', async () => {
    expect(await onceSent(mapWithout)).toEqual(withdrawn)
  })

  test('is being closed while it is sent is never sent', async () => {
    const sender = await signUpStaff(database, 'closing@academy.example', 'admin')
    let sending: Promise<unknown> = Promise.resolve()
    await database.asOwner(async (tx) => {
      await tx.query(`update admin_users set is_active = false where email = 'closing@academy.example'`)
      sending = invite(sender.caller, 'of-closing@academy.example', 'analyst').catch(errorCode)
      await waitsForLock()
    })
    expect(await sending).toBe('FORBIDDEN')
  })
})
