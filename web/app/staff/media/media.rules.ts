import type { KindOf } from '~/shared/config/kinds'
import { refusedExtensionReason } from './bad-file.rules'

export type MediaKind = KindOf<'media_files.kind'>

/** A file of the library. Times are ISO, sizes in bytes, `focus` a share of width and height. */
export type MediaFile = {
  id: string
  name: string
  kind: MediaKind
  state: KindOf<'media_files.state'>
  failure: string | null
  width: number
  height: number
  originalBytes: number
  storedBytes: number
  alt: string
  focus: { x: number; y: number }
  variants: readonly MediaVariant[]
  /** Where a video or file lies in its bucket. */
  path: string | null
  durationSeconds: number | null
  codec: string | null
  isFaststart: boolean | null
  /** The drawings of the picture that stands where a video has not begun. */
  poster: readonly MediaVariant[]
  isTrashed: boolean
}

type MediaVariant = { width: number; format: string; path: string; bytes: number }

const MEGABYTE = 1024 * 1024
const MOST_BYTES: Readonly<Record<MediaKind, number>> = {
  picture: 30 * MEGABYTE,
  video: 2048 * MEGABYTE,
  file: 20 * MEGABYTE,
}
const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** What may be uploaded, by the ending of its name: browsers name the types of tables and archives as they please. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  pdf: 'application/pdf',
  csv: 'text/csv',
  zip: 'application/zip',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
}
const BUCKET = '/storage/v1/object/public/images/'

/** What a kind is chosen by in the dialog of the system. */
export const acceptedTypes = (kind?: MediaKind): string =>
  Object.entries(TYPES)
    .filter(([, type]) => !kind || kindOf(type) === kind)
    .map(([ending]) => `.${ending}`)
    .join(',')

const kindOf = (type: string): MediaKind =>
  type.startsWith('image/') ? 'picture' : type.startsWith('video/') ? 'video' : 'file'

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The type under which a file goes up; undefined for one that the library has no place for. */
export function uploadType({ name }: Pick<File, 'name'>): string | undefined {
  const ending = endingOf(name)
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
}

export const isVideo = (file: Pick<File, 'name'>): boolean => uploadType(file) === TYPES.mp4

/**
 * Why a file cannot be uploaded at all, as a code of the words; undefined when it can. The server looks at its bytes
 * besides.
 * @param kind the only one that is taken here; any without it
 */
export function fileProblem(file: Pick<File, 'name' | 'size'>, kind?: MediaKind): string | undefined {
  const type = uploadType(file)
  if (!type) return refusedExtensionReason(endingOf(file.name)) ?? 'TYPE'
  const found = kindOf(type)
  if (kind && kind !== found) return `ONLY_${kind}`
  if (file.size === 0) return 'EMPTY'
  return file.size > MOST_BYTES[found] ? 'SIZE' : undefined
}

/** The address of a picture, of the narrowest that is as wide as asked, else of the widest; undefined for none. */
export function pictureAddress({ variants }: Pick<MediaFile, 'variants'>, wide = Number.POSITIVE_INFINITY) {
  const pictures = variants.filter(({ format }) => format === 'webp').toSorted((a, b) => a.width - b.width)
  const chosen = pictures.find(({ width }) => width >= wide) ?? pictures.at(-1)
  return chosen && `${BUCKET}${chosen.path}`
}

/** The address under which a picture stands in a field: behind it the point that stays, in hundredths. */
export function fieldAddress(file: Pick<MediaFile, 'variants' | 'focus'>): string | undefined {
  const address = pictureAddress(file)
  const { x, y } = file.focus
  if (!address || (x === MIDDLE && y === MIDDLE)) return address
  return `${address}#focus=${Math.round(x * 100)},${Math.round(y * 100)}`
}

const MIDDLE = 0.5
const STEP = 0.05
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/** A point within a picture. */
export const focusAt = (x: number, y: number) => ({ x: within(x), y: within(y) })

/** The point a step further for an arrow key; undefined for any other key. */
export function focusMoved({ x, y }: { x: number; y: number }, key: string) {
  const step = ARROWS[key]
  return step && focusAt(x + step[0], y + step[1])
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A size as people name it: `34 KB`, `1.2 GB`, in thousands. */
export function sizeAsRead(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${step > 1 && amount < 100 ? Number(amount.toFixed(1)) : Math.round(amount)} ${UNITS[step]}`
}

/** A file that a lesson hands to its students. */
export type LessonFile = { title: string; path: string; bytes: number }

const LONGEST_TITLE = 120
export const MOST_LESSON_FILES = 20

/** A file of the library as a lesson names it: without the ending of its name. */
export const toLessonFile = ({ name, path, storedBytes }: MediaFile): LessonFile => ({
  title: name.replace(/\.[a-z0-9]{3,4}$/i, '').slice(0, LONGEST_TITLE) || name,
  path: path ?? '',
  bytes: storedBytes,
})
