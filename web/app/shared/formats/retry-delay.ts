const FIRST_MS = 2_000
const LONGEST_MS = 60_000

/** How many ms to wait before trying again after `failures` earlier ones; `chance` (0 to 1) spreads the browsers. */
export function retryDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round(longest * (0.5 + chance / 2))
}
