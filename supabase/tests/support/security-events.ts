import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Caller } from '../../../embedded-supabase/src/database/index.ts'
import { startTestServer, type TestServer } from '../../../embedded-supabase/test/support/start.ts'
import { callAs, owner } from './outcome.ts'
import { type Person, signUp, signUpStaff } from './people.ts'
import { PROJECT } from './project.ts'

/** The server of the file that called `withSecurityEvents`. */
export let server: TestServer
export let admin: Person & { adminId: string }
export let student: Person
let chief: Person
export const database = () => server.supabase.database

/** Gives a test file a server with two members of the staff and a student; every test begins without an event. */
export function withSecurityEvents(): void {
  beforeAll(async () => {
    server = await startTestServer({ projectDirectory: PROJECT })
    chief = await signUpStaff(database(), 'chief@academy.example', 'super_admin')
    admin = await signUpStaff(database(), 'admin@academy.example', 'admin')
    student = await signUp(database(), 'dana@example.org')
  })
  afterAll(() => server?.close())
  beforeEach(() => owner(database(), 'delete from private.security_events where true'))
}

type Line = {
  id: string
  kind: string
  what: string
  member: string | null
  account_masked: string | null
  address_masked: string | null
  count: number
  sort_value: string
}
export const list = (query: object = {}, by: Caller = chief.caller) =>
  callAs<{ rows: Line[]; total: number; size: number }>(database(), by, 'list_security_events', [JSON.stringify(query)])
/** The list as super_admin reads it, without ids and times. */
export const lines = async () =>
  (await list()).rows.map(({ kind, what, member, account_masked, address_masked, count }) => [
    kind,
    what,
    member,
    account_masked,
    address_masked,
    count,
  ])
