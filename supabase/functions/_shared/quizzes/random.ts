import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A whole number from 0 to `below - 1`; the same ones in the same order for the same seed. */
export type Random = (below: number) => number

/** FNV-1a of 32 bits: spreads a seed over the states of the generator. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

/**
 * The numbers of one purpose of an attempt's question. The seed is kept by the server; what is drawn tells nothing of it
 * that matters, since right answers are no part of it.
 */
export function randomOf(seed: string, purpose: string): Random {
  const generator = xoroshiro128plus(hashOf(`${purpose}:${seed}`))
  return (below) => uniformInt(generator, 0, below - 1)
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
