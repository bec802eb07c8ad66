import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the set-up of a run leaves the template for its workers. */
const VARIABLE = 'E2E_TEMPLATE_DIR'

/** Makes a folder for an academy's files into which the user that PostgreSQL runs as can walk. */
export function makeAcademyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Lets every academy of this run begin with a copy of this data folder, whose server has stopped. */
export function setTemplate(data: string): void {
  // A database that lies outside its data folder cannot be copied with it.
  if (!existsSync(join(data, 'database-folder'))) process.env[VARIABLE] = data
}

/** Puts a copy of the template at `data`; without a template the server makes its own database there. */
export function copyTemplate(data: string): void {
  const template = process.env[VARIABLE]
  if (!template) return
  if (process.platform === 'win32') {
    cpSync(template, data, { recursive: true })
    return
  }
  // Unlike cpSync, cp keeps the owner of the files, which need not be who runs the tests.
  const reflink = process.platform === 'linux' ? ['--reflink=auto'] : []
  const { status, stderr } = spawnSync('cp', ['-a', ...reflink, template, data], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The template could not be copied: ${stderr}`)
}
