const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g

/**
 * Reads a duration as Go and `config.toml` write it: `60s`, `1h30m`, `2160h`.
 * @returns seconds.
 * @throws when the text is something else.
 */
export function parseDuration(text: string): number {
  if (text === '0') return 0
  const parts = [...text.matchAll(PART)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new Error(`"${text}" is not a duration such as 60s or 24h`)
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0)
}
