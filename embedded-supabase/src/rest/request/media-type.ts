import { requestErrors } from '../errors.ts'

/** How the answer is written. `stripped` leaves out members that are null. */
export type MediaType =
  | { kind: 'array'; stripped: boolean }
  | { kind: 'object'; stripped: boolean }
  | { kind: 'csv' }
  | { kind: 'openapi' }

/** What may be asked of the planner beside the plan, as it is named in SQL. */
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const

/** The plan of a request instead of its answer, which would be of the type `of`. */
export type PlanType = {
  kind: 'plan'
  format: 'json' | 'text'
  of: MediaType
  options: (typeof PLAN_OPTIONS)[number][]
}

const ARRAY: MediaType = { kind: 'array', stripped: false }
const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/

/**
 * Picks the first acceptable type of the Accept header by its q-values (protocol 2.4).
 * @param plans whether the login lets everybody see plans
 * @throws PGRST107 when none can be made.
 */
export function parseAccept(header: string | null, isRoot = false, plans = false): MediaType | PlanType {
  if (!header || header === '*/*' || header === 'application/json') return ARRAY
  const wanted = splitHeader(header)
    .map((text, position) => ({ text, position, quality: Number(/;\s*q=([\d.]+)/i.exec(text)?.[1] ?? 1) }))
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
  for (const { text } of wanted) {
    const type = mediaType(text) ?? (plans && !isRoot ? planType(text) : undefined)
    if (type && (isRoot || type.kind !== 'openapi')) return type
  }
  throw requestErrors.mediaType(wanted.map(({ text }) => shownType(text)).join(', '))
}

/** A type as it is named in an error: without its quality, a plan with what it is a plan of. */
function shownType(text: string): string {
  const type = planType(text)
  return type ? contentType(type).replace('; charset=utf-8', '') : text.replace(/\s*;\s*q=[\d.]+/i, '')
}

/** Splits at commas outside of quotes. */
function splitHeader(header: string): string[] {
  return (header.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '')
}

function planType(text: string): PlanType | undefined {
  const [name = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase())
  const [found, format] = PLAN.exec(name) ?? []
  const value = (key: string) => params.find((param) => param.startsWith(`${key}=`))?.slice(key.length + 1)
  const of = mediaType(value('for')?.replace(/^"|"$/g, '') ?? '*/*')
  if (!found || !of || of.kind === 'openapi') return undefined
  const wanted = (value('options') ?? '').split('|')
  const options = PLAN_OPTIONS.filter((option) => wanted.includes(option))
  return { kind: 'plan', format: format === 'json' ? 'json' : 'text', of, options }
}

function mediaType(text: string): MediaType | undefined {
  const [name = '', ...params] = text.split(';').map((part) => part.trim().toLowerCase())
  const stripped = params.includes('nulls=stripped')
  switch (name) {
    case '*/*':
    case 'application/*':
    case 'application/json':
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return { kind: 'array', stripped: stripped && name.includes('vnd.pgrst') }
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return { kind: 'object', stripped }
    case 'text/csv':
      return { kind: 'csv' }
    case 'application/openapi+json':
      return { kind: 'openapi' }
    default:
      return undefined
  }
}

/** The Content-Type of an answer. */
export function contentType(type: MediaType | PlanType): string {
  switch (type.kind) {
    case 'plan': {
      const options = type.options.length > 0 ? `; options=${type.options.join('|')}` : ''
      const of = contentType(type.of).replace('; charset=utf-8', '')
      return `application/vnd.pgrst.plan+${type.format}; for="${of}"${options}; charset=utf-8`
    }
    case 'csv':
      return 'text/csv; charset=utf-8'
    case 'openapi':
      return 'application/openapi+json; charset=utf-8'
    case 'object':
      return `application/vnd.pgrst.object+json${type.stripped ? ';nulls=stripped' : ''}; charset=utf-8`
    case 'array':
      return type.stripped
        ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'
        : 'application/json; charset=utf-8'
  }
}
