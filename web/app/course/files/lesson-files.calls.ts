import { signStoredFile } from './stored-files.calls'

/** Long enough for a download to begin, too short for an address that is passed on. */
const VALID_FOR_SECONDS = 60

/**
 * An address that hands over a lesson's file under a name of its own; it must be used within a minute.
 * @throws as `signStoredFile`
 */
export async function signLessonFile(path: string, name: string): Promise<string> {
  const address = await signStoredFile('lesson-files', path, VALID_FOR_SECONDS)
  return `${address}&download=${encodeURIComponent(name)}`
}
