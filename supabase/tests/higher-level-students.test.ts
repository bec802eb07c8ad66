import { expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { type Person, registration, signUpStaff } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

test('[6-07] [6-11] nobody closes the student of a mightier one, which would end the sessions of both', async () => {
  const both = async (role: string, options = {}) => {
    const name = `${role.replace('_', '-')}-${Math.random().toString(36).slice(2)}`
    return signUpStaff(database, `${name}@academy.example`, role, { metadata: registration(), ...options })
  }
  const close = (by: string, { id }: Person) =>
    callAs(database, as(by), 'set_student_active', [id, false, 'בקשת הבעלים']).then(() => 'done', errorCode)
  const sessionsOf = ({ id }: Person) => owner(database, 'select id from auth.sessions where user_id = $1', [id])
  const mighty = await both('super_admin')
  expect(await close('admin', mighty)).toBe('INSUFFICIENT_LEVEL')
  expect(await sessionsOf(mighty)).toHaveLength(1)
  expect(await close('analyst', mighty)).toBe('FORBIDDEN')
  expect(await close('super_admin', mighty)).toBe('done')
  expect(await sessionsOf(mighty)).toEqual([])
  for (const role of ['admin', 'analyst']) expect(await close('admin', await both(role))).toBe('done')

  const former = await both('super_admin')
  await owner(database, 'update admin_users set is_active = false where id = $1', [former.adminId])
  expect(await close('admin', former)).toBe('done')

  const unbound = await both('super_admin')
  await owner(database, 'update admin_users set supabase_auth_id = null where id = $1', [unbound.adminId])
  expect(await close('admin', unbound)).toBe('INSUFFICIENT_LEVEL')
  await owner(database, 'update auth.users set email_confirmed_at = null where id = $1', [unbound.id])
  expect(await close('admin', unbound)).toBe('done')
  const nobody = '00000000-0000-4000-8000-00000000dead'
  expect(await callAs(database, as('admin'), 'set_student_active', [nobody, false, 'אין כזה']).catch(errorCode)).toBe(
    'USER_NOT_FOUND',
  )
})
