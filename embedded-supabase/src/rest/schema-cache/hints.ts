/** Names at least this similar are offered, as PostgREST does. */
const NEAR = 0.75
/** Longer texts are not compared: the effort grows with the square of their length. */
const LONGEST_COMPARED = 200

/** The name most like `wanted` among `names`; undefined when none is at least as similar as `near`. */
export function nearest(wanted: string, names: Iterable<string>, near = NEAR): string | undefined {
  let best: { name: string; score: number } | undefined
  for (const name of names) {
    const score = similarity(wanted.toLowerCase(), name.toLowerCase())
    if (score >= near && (!best || score > best.score)) best = { name, score }
  }
  return best?.name
}

/** 1 for the same text, 0 for nothing in common: the share of characters that need no edit. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  if (longest > LONGEST_COMPARED) return 0
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return 1 - (previous[b.length] ?? longest) / longest
}
