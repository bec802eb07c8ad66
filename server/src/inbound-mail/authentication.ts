import type { Header } from 'postal-mime'
import { z } from 'zod'

const check = z.object({ result: z.string().max(40), domain: z.string().max(255).default('') })

/** What a mail server found out of who sent a mail: the words of RFC 8601, each with the domain that it holds for. */
export const findings = z.object({
  dmarc: z.array(check).max(50).default([]),
  dkim: z.array(check).max(50).default([]),
  spf: z.array(check).max(50).default([]),
})
export type Findings = z.output<typeof findings>

const DOMAIN_OF: Record<string, string> = {
  'header.from': 'dmarc',
  'header.d': 'dkim',
  'header.i': 'dkim',
  'smtp.mailfrom': 'spf',
}

/**
 * Whether a mail is from whom it says: DMARC passed for the sender's domain and nowhere failed, or, where nobody looked at
 * DMARC or the domain has none (`dmarc=none`, RFC 7489 11.2), a signature or SPF of that domain or one above it.
 */
export function isAuthentic(sender: string, { dmarc, dkim, spf }: Findings): boolean {
  const domain = domainOf(sender)
  if (!domain) return false
  const policies = dmarc.filter(({ result }) => result !== 'none')
  if (policies.length > 0) return policies.every((one) => one.result === 'pass' && domainOf(one.domain) === domain)
  return [...dkim, ...spf].some((one) => one.result === 'pass' && isOver(domainOf(one.domain), domain))
}

const isOver = (over: string, domain: string): boolean =>
  over.includes('.') && (domain === over || domain.endsWith(`.${over}`))

const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/**
 * What a mail server wrote into `Authentication-Results` under its own name. Its operator sees to it that nobody else's
 * headers come in under that name; those of others say nothing.
 * @param server the name that it signs with (authserv-id)
 */
export function readFindings(headers: Header[], server: string): Findings {
  const found: Findings = { dmarc: [], dkim: [], spf: [] }
  for (const { key, value } of headers) {
    if (key !== 'authentication-results') continue
    const [name = '', ...results] = withoutComments(value).split(';')
    if (name.trim().split(/\s+/)[0]?.toLowerCase() !== server.toLowerCase()) continue
    for (const result of results.slice(0, 50)) noteResult(result, found)
  }
  return found
}

function noteResult(text: string, found: Findings): void {
  const [first = '', ...properties] = text.trim().split(/\s+/)
  const [, method = '', result = ''] = /^(dmarc|dkim|spf)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? []
  const kind = method.toLowerCase()
  if (kind !== 'dmarc' && kind !== 'dkim' && kind !== 'spf') return
  const domain = properties
    .map((property) => property.split('='))
    .find(([name = '']) => DOMAIN_OF[name.toLowerCase()] === kind)?.[1]
  found[kind].push({ result: result.toLowerCase(), domain: domainOf(domain ?? '') })
}

/** Without what stands in brackets, and without quotation marks; a bracket or mark that does not end takes the rest. */
function withoutComments(value: string): string {
  let depth = 0
  let isQuoted = false
  let kept = ''
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? ''
    if (sign === '\\') at++
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted
    else if (sign === '(' && !isQuoted) depth++
    else if (sign === ')' && !isQuoted && depth > 0) depth--
    // What is quoted can end nothing: a semicolon in it is none.
    else if (depth === 0) kept += isQuoted && /[;\s=]/.test(sign) ? '_' : sign
  }
  return kept
}
