/**
 * Milliseconds until the question may show, or null when a choice is stored ([2.2-15], [4-40], [4-46]).
 * @param minimisedAt moment of the last minimising in ms since 1970, or null
 */
export function questionDelay(
  stored: { choice: string | null; minimisedAt: number | null },
  now: number,
  waits: { delay: number; minimisedFor: number },
): number | null {
  if (stored.choice) return null
  const rest = stored.minimisedAt === null ? 0 : stored.minimisedAt + waits.minimisedFor - now
  return Math.max(waits.delay, Math.min(rest, waits.minimisedFor))
}
