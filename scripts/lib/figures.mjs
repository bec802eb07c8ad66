/** The middle value. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The value that so great a share of all does not exceed. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * How well the times of two groups tell them apart: the share of pairs in which the first group's is the longer one,
 * 0.5 when they tell nothing; the side does not matter, so it is at least 0.5.
 */
export function areaUnderCurve(first, second) {
  const all = [...first.map((value) => ({ value, own: 1 })), ...second.map((value) => ({ value, own: 0 }))]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let at = 0; at < all.length; ) {
    let end = at
    while (end < all.length && all[end].value === all[at].value) end++
    const rank = (at + 1 + end) / 2
    for (; at < end; at++) rankSum += all[at].own * rank
  }
  const area = (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
  return Math.max(area, 1 - area)
}
