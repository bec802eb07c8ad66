/** A block of a text, with the words by which two are the same: keys in one order, nothing that is null. */
type Block = { block: unknown; key: string }

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([, held]) => held !== null && held !== undefined)
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, held]) => [name, canonical(held)]))
}

function blocksOf(json: string): Block[] {
  const { content = [] } = JSON.parse(json) as { content?: unknown[] }
  return content.map((block) => ({ block, key: JSON.stringify(canonical(block)) }))
}

/** For each block of `from` the place of the same one in `to` along a longest common sequence; undefined for the others. */
function matches(from: readonly Block[], to: readonly Block[]): (number | undefined)[] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint32Array(to.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = from[i]?.key === to[j]?.key ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const found: (number | undefined)[] = from.map(() => undefined)
  for (let i = 0, j = 0; i < from.length && j < to.length; ) {
    if (from[i]?.key === to[j]?.key) found[i++] = j++
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return found
}

const same = (one: readonly Block[], other: readonly Block[]) =>
  one.length === other.length && one.every(({ key }, place) => key === other[place]?.key)

/** A stretch between blocks that nobody touched, as both left it; null where both changed the same block. */
function mergeStretch(base: Block[], mine: Block[], theirs: Block[]): Block[] | null {
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) return theirs
  // Blocks beside each other that were only rewritten can be told apart by their places.
  if (base.length !== mine.length || base.length !== theirs.length) return null
  const merged: Block[] = []
  for (const [place, block] of base.entries()) {
    const [own, other] = [mine[place], theirs[place]]
    const kept = own?.key === block.key ? other : own
    if (!kept || (own?.key !== block.key && other?.key !== block.key && own?.key !== other?.key)) return null
    merged.push(kept)
  }
  return merged
}

/**
 * Two texts that were made of one, joined block by block (paragraphs, headings, lists, tables, pictures).
 * @param base the JSON of what both had read
 * @returns JSON that holds what each of them did; null where both touched the same block or wrote at the same place
 */
export function mergeBodies(base: string, mine: string, theirs: string): string | null {
  const [from, own, other] = [blocksOf(base), blocksOf(mine), blocksOf(theirs)]
  const [inMine, inTheirs] = [matches(from, own), matches(from, other)]
  const merged: Block[] = []
  let [start, ownStart, otherStart] = [0, 0, 0]
  for (let place = 0; place <= from.length; place++) {
    const isEnd = place === from.length
    const [ownPlace, otherPlace] = isEnd ? [own.length, other.length] : [inMine[place], inTheirs[place]]
    if (ownPlace === undefined || otherPlace === undefined) continue
    const stretch = mergeStretch(
      from.slice(start, place),
      own.slice(ownStart, ownPlace),
      other.slice(otherStart, otherPlace),
    )
    if (!stretch) return null
    merged.push(...stretch)
    const stands = own[ownPlace]
    if (!isEnd && stands) merged.push(stands)
    ;[start, ownStart, otherStart] = [place + 1, ownPlace + 1, otherPlace + 1]
  }
  return JSON.stringify({ type: 'doc', content: merged.map(({ block }) => block) })
}
