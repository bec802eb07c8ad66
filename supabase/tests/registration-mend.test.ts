import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrate } from '../../embedded-supabase/src/database/index.ts'
import { startTestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const FIRST_MEND = '20261122'

test('[4-06] what unconfirmed sign-ups had planted before the mend is taken out; confirmed accounts stay as they are', async () => {
  const before = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < FIRST_MEND))
    symlinkSync(join(MIGRATIONS, name), join(before, name))
  const { supabase, close } = await startTestServer()
  try {
    await migrate(supabase.database, { set: 'project', folder: before })
    await supabase.database.asAuthAdmin(async (tx) => {
      for (const [email, confirmed] of [
        ['planted@example.com', false],
        ['dana@example.com', true],
      ])
        await tx.query(
          `insert into auth.users (email, raw_user_meta_data, email_confirmed_at) values ($1, $2, case when $3 then now() end)`,
          [email, registration({ sub: 'x' }), confirmed],
        )
    })
    await migrate(supabase.database, { set: 'project', folder: MIGRATIONS })
    const { rows } = await supabase.database.asOwner((tx) =>
      tx.query(
        `select profiles.email, first_name, phone_number is not null as phone, terms_consent, consent_given_at is not null as given,
           accounts.raw_user_meta_data ? 'first_name' as meta,
           (select count(*)::integer from consent_events where user_id = profiles.id) as lines
         from users as profiles join auth.users as accounts using (id) order by profiles.email`,
      ),
    )
    const kept = { first_name: 'דנה', phone: true, terms_consent: true, given: true, meta: true, lines: 3 }
    const nothing = { first_name: '', phone: false, terms_consent: false, given: false, meta: false, lines: 0 }
    expect(rows).toEqual([
      { email: 'dana@example.com', ...kept },
      { email: 'planted@example.com', ...nothing },
    ])
  } finally {
    await close()
    rmSync(before, { recursive: true, force: true })
  }
})
