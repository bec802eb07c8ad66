/** Domains that most of our readers have their mail at; a likely slip leads to one of them. */
const KNOWN_DOMAINS = [
  'gmail.com',
  'outlook.com',
  'outlook.co.il',
  'hotmail.com',
  'hotmail.co.il',
  'live.com',
  'yahoo.com',
  'yahoo.co.il',
  'icloud.com',
  'walla.com',
  'walla.co.il',
  'netvision.net.il',
  'bezeqint.net',
  '012.net.il',
  'zahav.net.il',
]

/** Real domains that only look like slips of a known one. */
const REAL_DOMAINS = new Set([
  'mail.com',
  'gmx.com',
  'email.com',
  'ymail.com',
  'me.com',
  'mac.com',
  'msn.com',
  'aol.com',
])

/** How many slips of the hand a domain may be away: one in a short name, two in a long one. */
const slipsAllowed = (domain: string) => (domain.length < 9 ? 1 : 2)

/**
 * The address that was probably meant, when its domain is a slip away from a well-known one
 * (`dana@gmial.com` gives `dana@gmail.com`); null when nothing looks wrong.
 */
export function likelyAddress(typed: string): string | null {
  const address = typed.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || !domain || KNOWN_DOMAINS.includes(domain) || REAL_DOMAINS.has(domain)) return null
  const [nearest] = KNOWN_DOMAINS.map((known) => ({ known, slips: slipsBetween(domain, known) }))
    .filter(({ known, slips }) => slips <= slipsAllowed(known))
    .sort((a, b) => a.slips - b.slips)
  return nearest ? `${typed.trim().slice(0, at)}@${nearest.known}` : null
}

/** Letters to change, add, leave out or swap with their neighbour to make one text of the other. */
function slipsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const above = rows[row - 1] ?? []
      const same = from[row - 1] === to[column - 1]
      let slips = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        slips = Math.min(slips, (rows[row - 2]?.[column - 2] ?? slips) + 1)
      }
      line.push(slips)
    }
    rows.push(line)
  }
  return rows[from.length]?.[to.length] ?? 0
}
