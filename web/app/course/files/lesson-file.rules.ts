import type { Attachment } from '~/course/lesson/lesson.rules'
import { fileName } from '~/course/notes/notes.rules'

const KILOBYTE = 1024
const MOST_KILOBYTES = 999

/** The ending of a file's path without its dot: `pdf`. */
const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** What a file is called on the person's own device: its title, with the ending that tells programs what it is. */
export const takenName = ({ title, path }: Attachment): string => `${fileName(title)}.${endingOf(path)}`

/** Kind and size of a file as people name them: `PDF · 34 KB`. */
export function kindAndSize({ path, bytes }: Attachment): string {
  const kilobytes = Math.ceil(bytes / KILOBYTE)
  const size = kilobytes > MOST_KILOBYTES ? `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB` : `${kilobytes} KB`
  return `${endingOf(path).toUpperCase()} · ${size}`
}
