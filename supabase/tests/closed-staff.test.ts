import { expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { close } from '../../server/src/cli/close.ts'
import { backend, config, database, printed, withBackend } from './support/backend.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE, signUpStaff } from './support/people.ts'

withBackend()

test('somebody who leaves is closed with every session and invitation, and once more without a change', async () => {
  await signUpStaff(database, 'stays@academy.example', 'super_admin')
  const leaver = await signUpStaff(database, 'leaver@academy.example', 'super_admin')
  const invite = (email: string, who: Caller) =>
    callAs<{ token: string }>(database, who, 'create_admin_invitation', [email, 'admin', '', ''])
  await invite('friend@academy.example', leaver.caller)
  await callAs(database, SERVICE, 'create_admin_invitation', ['other@academy.example', 'admin', '', ''])
  const leave = () => printed((print) => close(backend, config, ['Leaver@academy.example'], print))
  const lines = [...(await leave()), ...(await leave())]
  expect(lines.join()).toMatch(/^(leaver@academy.example is closed: [^,]+, .*){2}$/)
  expect(await callAs(database, leaver.caller, 'read_backups').catch(errorCode)).toBe('FORBIDDEN')
  const rows = await owner(
    database,
    `select email, status from public.invitation_history where email in ('friend@academy.example', 'other@academy.example') order by 1`,
  )
  expect(rows).toEqual([
    { email: 'friend@academy.example', status: 'revoked' },
    { email: 'other@academy.example', status: 'pending' },
  ])
  await expect(close(backend, config, ['nobody@academy.example'], () => undefined)).rejects.toThrow(
    'Nobody of the staff',
  )
  await expect(close(backend, config, ['x,id.gt.0)'], () => undefined)).rejects.toThrow('usage')
})
