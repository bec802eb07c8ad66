import { z } from 'zod'

/** What a browser blocked, without anything that could name a person: no query, no id, no sample of a script. */
export type Violation = { directive: string; blocked: string; page: string; source: string }

const text = z.string().max(4_000).catch('')
/** The body of a report as `report-uri` gets it (CSP 3, section 5.3), in one object `csp-report`. */
const oldForm = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'source-file': text,
  }),
})
/** The body of a report as `report-to` gets it (Reporting API, section 3.5.1); other types of reports share the list. */
const newForm = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ documentURL: text, blockedURL: text, effectiveDirective: text, sourceFile: text }),
})

const MOST_IN_ONE_BODY = 20

/** The content types of reports; whatever else comes is refused. */
export const REPORT_TYPES = ['application/csp-report', 'application/reports+json']

/**
 * Reads the body of a request with reports of a content security policy, in the forms of Chrome and Edge (a list),
 * Firefox (one object `csp-report`, whose directive older versions gave with its values) and Safari (`csp-report`, and
 * one object of the new form outside of a list).
 * @param siteUrl origin of the site: reports about other documents are left out
 * @returns the violations that are worth reading; undefined where the body is no JSON
 */
export function readViolations(body: string, siteUrl: string): Violation[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  const origin = new URL(siteUrl).origin
  return [parsed]
    .flat()
    .slice(0, MOST_IN_ONE_BODY)
    .map((report) => violationOf(report, origin))
    .filter((violation) => violation !== undefined)
}

function violationOf(report: unknown, origin: string): Violation | undefined {
  const fields = fieldsOf(report)
  if (!fields) return undefined
  const { document, blocked, directive, source } = fields
  if (originOf(document) !== origin || isOfBrowser(blocked) || isOfBrowser(source)) return undefined
  const name = /^[a-z-]{3,30}(?=$|\s)/.exec(directive)?.[0]
  return name
    ? { directive: name, blocked: placeOf(blocked, origin), page: pathOf(document), source: placeOf(source, origin) }
    : undefined
}

function fieldsOf(report: unknown) {
  const old = oldForm.safeParse(report)
  if (old.success) {
    const one = old.data['csp-report']
    const directive = one['effective-directive'] || one['violated-directive']
    return { document: one['document-uri'], blocked: one['blocked-uri'], directive, source: one['source-file'] }
  }
  const { data } = newForm.safeParse(report)
  if (!data) return undefined
  const { documentURL: document, blockedURL: blocked, effectiveDirective: directive, sourceFile: source } = data.body
  return { document, blocked, directive, source }
}

/** Extensions and the browser's own pages put scripts and styles into pages of others, which no policy of ours concerns. */
const isOfBrowser = (address: string): boolean =>
  /^([a-z]+-)*(extension|masked-url|chrome|resource|about|edge|opera|file|user-script)(:|$)|^(chrome|resource|about|file|edge)\b/i.test(
    address,
  )

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')

/** A word such as `inline`, a path of our own, or of another site its origin alone. */
function placeOf(address: string, origin: string): string {
  if (!URL.canParse(address)) return /^[a-z-]{1,30}$/.test(address) ? address : ''
  const url = new URL(address)
  if (url.origin === origin) return pathOf(address)
  return url.origin === 'null' ? url.protocol.slice(0, 20) : url.origin.slice(0, 200)
}

/** A path with its ids, names and secrets left out: only what reads as a word of our routes and files stays. */
const pathOf = (address: string): string =>
  new URL(address).pathname
    .split('/')
    .slice(0, 8)
    .map((part) =>
      part === '' || /^[a-z][a-z-]{0,30}$/.test(part) || /^[a-z-]+-[\w-]{8}\.(js|css)$/.test(part) ? part : ':id',
    )
    .join('/')
