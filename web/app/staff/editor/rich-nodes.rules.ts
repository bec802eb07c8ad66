import { readFormula } from '~/site/rich-text/formula.rules'
import type { RichAttrs } from '~/site/rich-text/rich-text.rules'

/** What each kind of node knows besides its words, as private.rich_attrs_fit has it. */
export const NODE_ATTRS = {
  picture: ['media', 'src', 'widths', 'width', 'height', 'alt', 'caption'],
  callout: ['tone'],
  footnote: ['text'],
  courseCard: ['id', 'title'],
  fact: ['id', 'says', 'checked_on', 'source'],
  formula: ['text'],
} as const satisfies Readonly<Record<string, readonly (keyof RichAttrs)[]>>

export type RichKind = keyof typeof NODE_ATTRS

/** How long a formula of a text may be. */
export const LONGEST_FORMULA = 300

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FOLDER = new RegExp(`^/storage/v1/object/public/images/library/(${UUID})/${UUID}/$`)
const ID = new RegExp(`^${UUID}$`)

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most
const isWidth = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 10_000

const FITS: Readonly<Record<RichKind, (attrs: Record<string, unknown>) => boolean>> = {
  picture: ({ media, src, widths, width, height, alt }) =>
    isText(src, 300) &&
    FOLDER.exec(src)?.[1] === media &&
    Array.isArray(widths) &&
    widths.length > 0 &&
    widths.every(isWidth) &&
    [width, height].every(Number.isInteger) &&
    isText(alt, 300),
  callout: ({ tone }) => tone === 'note' || tone === 'warning' || tone === 'example',
  footnote: ({ text }) => isText(text, 500) && text.trim() !== '',
  courseCard: ({ id, title }) => isText(id, 36) && ID.test(id) && isText(title, 200) && title !== '',
  fact: ({ id }) => isText(id, 36) && ID.test(id),
  formula: ({ text }) => isText(text, LONGEST_FORMULA) && Boolean(readFormula(text)),
}

/** The attributes of a node that was pasted; null for what no text of the site holds. */
export function attrsOfPaste(kind: RichKind, json: string | null): Record<string, unknown> | null {
  try {
    const given = JSON.parse(json ?? '') as Record<string, unknown> | null
    if (!given || typeof given !== 'object' || !FITS[kind](given)) return null
    return Object.fromEntries(NODE_ATTRS[kind].map((name) => [name, given[name] ?? null]))
  } catch {
    return null
  }
}

type DrawnFile = {
  id: string
  width: number
  height: number
  alt: string
  variants: readonly { width: number; format: string; path: string }[]
}

/** A picture of the library as a text holds it; undefined for one that is not drawn yet. */
export function pictureAttrs({ id, width, height, alt, variants }: DrawnFile): RichAttrs | undefined {
  const drawn = variants.filter(({ format }) => format === 'webp').toSorted((a, b) => a.width - b.width)
  const [first] = drawn
  if (!first) return undefined
  const folder = first.path.replace(/[^/]+$/, '')
  return {
    ...{ media: id, src: `/storage/v1/object/public/images/${folder}`, widths: drawn.map((one) => one.width) },
    ...{ width, height, alt, caption: null },
  }
}
