import type { Caller, CallerOptions } from '../database/index.ts'
import { DatabaseUnavailable, isDatabaseError } from '../errors.ts'
import { withOwnForwarding } from '../forwarding.ts'
import type { Part, RequestContext } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'
import { requestErrors } from './errors.ts'
import { LIMITS } from './limits.ts'
import { planContext } from './plan/context.ts'
import { type PreparedRequest, prepare } from './prepare.ts'
import { type Body, parseBody, readBody } from './request/body.ts'
import { type ApiRequest, parseRequest } from './request/parse-request.ts'
import { checkPatterns } from './request/patterns.ts'
import { requestSettings } from './request/settings.ts'
import { allowAnswer } from './response/allow.ts'
import { makeAnswer, planAnswer } from './response/answer.ts'
import { type Answer, encodeAnswer } from './response/encode.ts'
import { refusalOf } from './response/refusal.ts'
import { rootAnswer } from './response/root.ts'
import { explain, run } from './run.ts'
import { watchSchema } from './schema-cache/cache.ts'
import type { SchemaCache } from './schema-cache/types.ts'

/** A request that came before need not be parsed and planned again. */
type PlannedRequest = { request: ApiRequest; prepared: PreparedRequest; hasPatterns: boolean }
const KEPT_PLANS = 500
const PLAN_KEY_LENGTH = 2_000

/** The part that answers `/rest/v1`. */
export type Rest = Part & {
  /** Whether the schema was read once, so that requests can be answered. */
  isReady(): boolean
  /** Says nothing more of the schema; called before the database is closed. */
  close(): void
}

/** Makes the part that answers `/rest/v1`: parse, plan, SQL, run, response; only `run` uses a connection. */
export function createRest({ database, callerOf, shares, config, externalUrl, log }: PartDependencies): Rest {
  const {
    schemas,
    extra_search_path: extraSearchPath,
    max_rows: maxRows,
    aggregates_enabled: aggregatesEnabled,
  } = config.api
  const schema = watchSchema(database, schemas, extraSearchPath, (error, hasOlder) => {
    const message = `The schema cache could not be read; ${hasOlder ? 'the older one stays in use' : 'requests are answered with 503'}`
    log({ level: 'error', part: 'rest', message, alarm: 'schema cache', error: String(error) })
  })
  schema.reload().catch(() => undefined)
  const plans = new Map<string, PlannedRequest>()
  let plansVersion = 0

  function lookUpPlan(
    request: Request,
    role: Caller['role'],
    cache: SchemaCache,
  ): { key: string; known: PlannedRequest | undefined } {
    if (cache.version !== plansVersion) plans.clear()
    plansVersion = cache.version
    const { method, url, headers } = request
    const varying = ['accept', 'prefer', 'range', 'accept-profile'].map((name) => headers.get(name) ?? '')
    const key = method === 'GET' || method === 'HEAD' ? [method, role, url, ...varying].join('\n') : ''
    return { key, known: plans.get(key) }
  }

  function keepPlan(key: string, fresh: PlannedRequest): PlannedRequest {
    if (key === '' || key.length > PLAN_KEY_LENGTH) return fresh
    if (plans.size >= KEPT_PLANS) for (const [oldest] of plans) if (plans.delete(oldest)) break
    plans.set(key, fresh)
    return fresh
  }

  async function planRequest(request: Request, caller: Caller, cache: SchemaCache): Promise<PlannedRequest | Answer> {
    const { pathname, search } = new URL(request.url)
    const parsed = parseRequest(request.method, pathname, search.slice(1), request.headers, schemas, cache)
    if (parsed.target.kind === 'root' && parsed.method !== 'OPTIONS')
      return rootAnswer(database, cache, parsed, caller.role, externalUrl)
    const hasPatterns = checkPatterns(parsed.query.filters)
    const context = planContext({
      schema: parsed.schema,
      cache,
      role: caller.role,
      maxRows,
      aggregatesEnabled: aggregatesEnabled || cache.aggregatesEnabled,
    })
    if (parsed.method === 'OPTIONS') return allowAnswer(context, parsed)
    const body = await bodyOf(request, parsed)
    return { request: parsed, prepared: prepare(context, parsed, body), hasPatterns }
  }

  async function answer(request: Request, caller: Caller, context: RequestContext, charge: (ms: number) => void) {
    const cache = await schema.get()
    const { key, known } = lookUpPlan(request, caller.role, cache)
    const planned = known ?? (await planRequest(request, caller, cache))
    if ('status' in planned) return planned
    const { request: parsed, prepared, hasPatterns } = known ?? keepPlan(key, planned)
    const options: CallerOptions = {
      readOnly: prepared.readOnly,
      settings: {
        ...requestSettings(parsed, withOwnForwarding(request.headers, context.clientAddress), extraSearchPath),
        ...prepared.settings,
      },
      planVersion: cache.version,
      onSlow: charge,
      ...(context.inProcess ? { lane: 'own' } : {}),
      ...(hasPatterns && caller.role !== 'service_role' ? { timeoutMs: LIMITS.patternMs } : {}),
    }
    const patient = <Made>(made: Promise<Made>) =>
      made.catch((error: unknown) => {
        throw hasPatterns && isTimeout(error) ? requestErrors.pattern('Matching it took too long.') : error
      })
    if (parsed.explain) {
      return planAnswer(
        parsed,
        parsed.explain,
        await patient(explain(database, caller, parsed.explain, parsed, prepared, options)),
      )
    }
    const outcome = await patient(run(database, caller, parsed, prepared, options))
    charge(priceOf(outcome.row.body))
    return makeAnswer(parsed, prepared, outcome)
  }

  const onFault = (error: unknown) =>
    log({
      level: 'error',
      part: 'rest',
      message: 'A request failed',
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })

  const part: Part = async (request, context) => {
    let isAnonymous = true
    try {
      const caller = await callerOf(request)
      isAnonymous = caller.role === 'anon'
      const made = await shares.run(caller, context, (charge) => answer(request, caller, context, charge))
      // Its length was charged; the turn at the database goes to the next one.
      return await encodeAnswer(made, context.inProcess ? undefined : request.headers.get('accept-encoding'))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      return refusalOf(error, isAnonymous, request.method, onFault)
    }
  }
  return Object.assign(part, { isReady: schema.isLoaded, close: schema.close })
}

/** A long answer costs the process about this many milliseconds beside those of the database. */
const priceOf = (body: string | null): number => Math.max(0, ((body?.length ?? 0) - 100_000) / 10_000)

const isTimeout = (error: unknown): boolean => isDatabaseError(error) && error.code === '57014'

async function bodyOf(request: Request, { method, target }: ApiRequest): Promise<Body | undefined> {
  if (method !== 'POST' && method !== 'PATCH' && method !== 'PUT') return undefined
  return parseBody(await readBody(request), request.headers.get('content-type'), target.kind === 'routine')
}
