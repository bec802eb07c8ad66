/** The list with one thing moved to another place; places outside the list are its ends. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [thing] = next.splice(from, 1)
  if (thing === undefined) return next
  next.splice(Math.min(Math.max(to, 0), next.length), 0, thing)
  return next
}

/** The place over which a pointer is: behind every other row whose middle (px from above) lies above it. */
export const placeAt = (y: number, middles: readonly number[], from: number): number =>
  middles.filter((middle, place) => place !== from && middle < y).length
