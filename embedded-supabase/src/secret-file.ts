import { chmodSync, readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'

const FOR_OTHERS = 0o077
const OWNER_ONLY = 0o600

/**
 * Reads a file of secrets. One that others than its owner can read is closed to them, and that is told.
 * @param warn told of a mode that was corrected
 * @throws naming the file, when it is damaged or cannot be closed; never with anything of its content
 */
export function readSecretFile<Content>(
  file: string,
  schema: z.ZodType<Content>,
  warn: (message: string) => void,
): Content {
  restrictToOwner(file, OWNER_ONLY, warn)
  const result = schema.safeParse(parsed(file))
  if (result.success) return result.data
  const places = result.error.issues.map(({ path, message }) => `${path.join('.') || 'its content'}: ${message}`)
  throw new Error(`${file} is damaged (${places.join('; ')}): ${WHAT_TO_DO}`)
}

const WHAT_TO_DO = 'put it back from a backup, or move it away and let a new one be made'

/** Corrects the mode of a file or folder that is the owner's alone. @throws when it belongs to somebody else */
export function restrictToOwner(path: string, mode: number, warn: (message: string) => void): void {
  if (process.platform === 'win32' || (statSync(path).mode & FOR_OTHERS) === 0) return
  try {
    chmodSync(path, mode)
  } catch {
    throw new Error(
      `${path} can be read by others and belongs to another user: say chmod ${mode.toString(8)} as its owner`,
    )
  }
  warn(`${path} could be read by others; its mode is ${mode.toString(8)} now`)
}

function parsed(file: string): unknown {
  const text = read(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged (it is no JSON): ${WHAT_TO_DO}`)
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${file} cannot be read (${code}): it must belong to the user that runs the academy`)
  }
}
