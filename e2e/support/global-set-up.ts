import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { startAcademy } from './academy.ts'
import { PROJECT_URL } from './project.ts'
import { setTemplate } from './template.ts'

/** Prepares the database and the demo content once, for the academies of all workers to be copied from. */
export default async function prepareTemplate(): Promise<() => void> {
  if (PROJECT_URL) return () => undefined
  const academy = await startAcademy()
  const { data } = academy
  await academy.stop({ keepFiles: true })
  setTemplate(data)
  return () => rmSync(dirname(data), { recursive: true, force: true })
}
