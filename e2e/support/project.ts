import { test } from '@playwright/test'
import type { Academy, OwnAcademy } from './academy.ts'
import { catcherMailbox } from './mail-catcher.ts'
import { serverCalls } from './server-calls.ts'

/** What a run against a project elsewhere is told by the environment. */
const SETTINGS = ['SITE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'MAIL_CATCHER_URL'] as const

/** Address of the project that `npm run e2e -- --project` named; undefined where tests start academies of their own. */
export const PROJECT_URL = process.env.E2E_PROJECT_URL?.replace(/\/+$/, '')

/** The academy of a project elsewhere. @throws naming the settings that are missing */
export function attachProject(supabaseUrl: string): Academy {
  const missing = SETTINGS.filter((name) => !process.env[name])
  if (missing.length > 0) throw new Error(`Journeys against ${supabaseUrl} need ${missing.join(', ')} as well`)
  const [site = '', anonKey = '', secretKey = '', catcher = ''] = SETTINGS.map((name) => process.env[name])
  return {
    ...{ url: new URL(site).origin, supabaseUrl, anonKey, mail: catcherMailbox(catcher) },
    ...serverCalls(supabaseUrl, secretKey),
  }
}

const isOwn = (academy: Academy): academy is OwnAcademy => 'restart' in academy

/** The academy where a test started it itself; skips a test that needs one, for the reason given, where it did not. */
export function ownAcademy(academy: Academy, reason: string): OwnAcademy {
  if (isOwn(academy)) return academy
  test.skip(true, `not on a project elsewhere: ${reason}`)
  throw new Error(reason)
}
