import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../embedded-supabase/test/support/folder.ts'
import { PROJECT } from './project.ts'

/** The project as a hosted one has it: mails of sign-in are sent by the hook. */
export function hookedProject(): { folder: string; remove: () => void } {
  const { path, remove } = temporaryFolder()
  for (const name of readdirSync(PROJECT).filter((one) => one !== 'embedded.toml'))
    symlinkSync(join(PROJECT, name), join(path, name))
  const own = readFileSync(join(PROJECT, 'embedded.toml'), 'utf8')
  writeFileSync(join(path, 'embedded.toml'), own.replace('[auth.hook.send_email]\nenabled = false', ''))
  return { folder: path, remove }
}
