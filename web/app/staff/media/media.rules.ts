/** A picture of the library. Times are ISO, sizes in bytes, `focus` a share of width and height. */
export type MediaFile = {
  id: string
  name: string
  state: 'waiting' | 'ready' | 'failed'
  failure: string | null
  width: number
  height: number
  originalBytes: number
  alt: string
  focus: { x: number; y: number }
  variants: readonly MediaVariant[]
}

type MediaVariant = { width: number; format: string; path: string; bytes: number }

export const MOST_BYTES = 30 * 1024 * 1024
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const BUCKET = '/storage/v1/object/public/images/'

/** Why a file cannot be uploaded at all; undefined when it can. The server looks at its bytes besides. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): 'TYPE' | 'SIZE' | undefined {
  if (!TYPES.includes(type)) return 'TYPE'
  return size > MOST_BYTES ? 'SIZE' : undefined
}

/** The address of a picture, of the narrowest that is as wide as asked, else of the widest; undefined for none. */
export function pictureAddress({ variants }: Pick<MediaFile, 'variants'>, wide = Number.POSITIVE_INFINITY) {
  const pictures = variants.filter(({ format }) => format === 'webp').toSorted((a, b) => a.width - b.width)
  const chosen = pictures.find(({ width }) => width >= wide) ?? pictures.at(-1)
  return chosen && `${BUCKET}${chosen.path}`
}

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
