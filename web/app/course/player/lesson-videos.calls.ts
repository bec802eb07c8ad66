import { signStoredFile } from '~/course/files/stored-files.calls'

const VALID_FOR_SECONDS = 60 * 60
const AHEAD_FOR_MS = 60_000

const signedAhead = new Map<string, Promise<string>>()

const sign = (path: string) => signStoredFile('lesson-videos', path, VALID_FOR_SECONDS)

/** Asks for the address of a video that will be played in a moment, in the name of whoever is signed in now. */
export function prefetchVideoUrl(path: string): void {
  const signed = sign(path)
  // Whoever plays it hears of a failure.
  signed.catch(() => undefined)
  signedAhead.set(path, signed)
  setTimeout(() => signedAhead.get(path) === signed && signedAhead.delete(path), AHEAD_FOR_MS)
}

/**
 * An address at which a lesson's video can be played for an hour. One that was asked for ahead is given once.
 * @throws as `signStoredFile`
 */
export function signLessonVideo(path: string): Promise<string> {
  const signed = signedAhead.get(path) ?? sign(path)
  signedAhead.delete(path)
  return signed
}
