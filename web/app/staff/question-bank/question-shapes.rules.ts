/** A definition while it is written: any of its parts may be missing or wrong. */
export type Loose = Record<string, unknown>

/** One thing to fill in. `path` is its place in the definition or in an item of a list. */
export type Part =
  | { type: 'line' | 'text' | 'lines'; path: string; label: string; hint?: string; optional?: true }
  | { type: 'code'; path: string; label: string; hint?: string; isWide?: true }
  | { type: 'switch'; path: string; label: string }
  | { type: 'choice'; path: string; label: string; values: readonly (readonly [unknown, string])[] }
  /** The lesson and second of its film where the answer is explained. */
  | { type: 'film'; path: string; label: string }
  /** Whether an item is right, by its id in the definition's `right`. */
  | { type: 'right'; many: boolean }
  /** One of several shapes of the same item. */
  | { type: 'variant'; label: string; variants: readonly Variant[] }
  | { type: 'list'; path: string; label: string; item: string; parts: readonly Part[]; make: (ids: string[]) => Loose }
export type Variant = { label: string; mark: string; make: (item: Loose) => Loose; parts: readonly Part[] }

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** An id that no other item of a list has. */
export const freeId = (ids: readonly string[]): string =>
  [...LETTERS].find((letter) => !ids.includes(letter)) ?? `x${ids.length + 1}`

/** An option, item or pair that nothing is written of. */
export const makeOption = (ids: string[]): Loose => ({ id: freeId(ids), text: '', why: '' })

/** What stands at a place, `a.b`, of a definition or an item. */
export const partAt = (whole: Loose, path: string): unknown =>
  path.split('.').reduce<unknown>((within, key) => (within as Loose | undefined)?.[key], whole)

/** The same with a place made anew; undefined takes it away. */
export function withPartAt(whole: Loose, path: string, value: unknown): Loose {
  const [key = '', ...rest] = path.split('.')
  const made = rest.length > 0 ? withPartAt((whole[key] ?? {}) as Loose, rest.join('.'), value) : value
  const { [key]: _, ...others } = whole
  return made === undefined ? others : { ...whole, [key]: made }
}

/** The same without an item of a list; it is no right one any more, whatever takes its id after it. */
export function withoutItem(whole: Loose, path: string, index: number): Loose {
  const items = (partAt(whole, path) ?? []) as Loose[]
  const gone = items[index]?.id
  const made = withPartAt(whole, path, items.toSpliced(index, 1))
  const { right } = made
  if (gone === undefined) return made
  if (Array.isArray(right)) return { ...made, right: right.filter((id) => id !== gone) }
  return right === gone ? { ...made, right: '' } : made
}
