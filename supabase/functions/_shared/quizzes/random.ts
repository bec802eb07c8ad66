import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** A whole number from 0 to `below - 1`; the same ones in the same order for the same seed. */
export type Random = (below: number) => number

const WORDS = 2 ** 32

/**
 * The numbers of one purpose of an attempt's question: SHA-256 of purpose, seed and a counter, read as words of 32 bits.
 * Whoever sees what was drawn, the order of options and their names, learns nothing of the seed or of what was drawn
 * beside it. A generator for games would tell: its state can be found from a few names, and with it the order in which
 * the author wrote the items, which for an ordering is the answer.
 */
export function randomOf(seed: string, purpose: string): Random {
  let block = new DataView(new ArrayBuffer(0))
  let counter = 0
  let at = 0
  const word = () => {
    if (at + 4 > block.byteLength) {
      block = new DataView(sha256(utf8ToBytes(`${purpose}:${seed}:${counter++}`)).buffer)
      at = 0
    }
    at += 4
    return block.getUint32(at - 4)
  }
  return (below) => {
    // Words past the last whole multiple would make small numbers a little more frequent.
    const end = WORDS - (WORDS % below)
    for (;;) {
      const drawn = word()
      if (drawn < end) return drawn % below
    }
  }
}

/** The same things in a drawn order (Fisher and Yates). */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  const order = [...things]
  for (let last = order.length - 1; last > 0; last--) {
    const at = random(last + 1)
    const [one, other] = [order[last] as T, order[at] as T]
    order[last] = other
    order[at] = one
  }
  return order
}

/** As many names as there are things, all different, from which nothing can be read. */
export function opaqueIds(count: number, random: Random): string[] {
  const ids = new Set<string>()
  while (ids.size < count) ids.add(random(0x1000000).toString(36).padStart(5, '0'))
  return [...ids]
}
