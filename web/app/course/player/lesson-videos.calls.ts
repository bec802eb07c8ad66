import { signStoredFile } from '~/course/files/stored-files.calls'

const VALID_FOR_SECONDS = 60 * 60

/**
 * An address at which a lesson's video can be played for an hour.
 * @throws as `signStoredFile`
 */
export const signLessonVideo = (path: string): Promise<string> =>
  signStoredFile('lesson-videos', path, VALID_FOR_SECONDS)
