import { schemaErrors } from '../errors.ts'
import type { Body } from '../request/body.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import { nearest } from '../schema-cache/hints.ts'
import type { Routine } from '../schema-cache/types.ts'
import type { PlanContext } from './context.ts'
import type { CallPlan } from './types.ts'

/**
 * Chooses the overload that the given arguments fit exactly (protocol 2.6); a single unnamed parameter takes the
 * whole body when it fits by its empty name, or when no overload has the names.
 * @throws PGRST202, PGRST203
 */
export function planCall(context: PlanContext, request: ApiRequest, name: string, body: Body | undefined): CallPlan {
  const overloads = context.cache.routines.get(request.schema)?.get(name) ?? []
  const named =
    body === undefined
      ? request.query.args.map(([key]) => key)
      : body.kind === 'json'
        ? namesOf(body, request)
        : undefined
  const given = named && [...new Set(named)]
  const fitting = given ? overloads.filter((routine) => accepts(routine, given, body !== undefined)) : []
  if (fitting.length > 1) throw ambiguous(context, fitting)
  const [routine] = fitting
  if (routine && given)
    return { routine, args: given.includes('') ? { kind: 'whole' } : argsOf(routine, request, body, given) }
  const whole = overloads.filter((one) => takesWhole(one, body))
  if (whole.length > 1) throw ambiguous(context, whole)
  if (whole[0]) return { routine: whole[0], args: { kind: 'whole' } }
  throw notFound(context, name, given, body, overloads)
}

const namesOf = (body: Body & { kind: 'json' }, { query }: ApiRequest) => query.columns ?? body.keys

/** Of a repeated argument the last counts, unless all of them make up a variadic one. */
function argsOf(
  { parameters }: Routine,
  { query }: ApiRequest,
  body: Body | undefined,
  names: string[],
): CallPlan['args'] {
  const sent = body?.kind === 'json' ? body.pairs : query.args
  if (body?.kind === 'json' && !sent) return { kind: 'body', names, isArray: body.shape === 'array' }
  const values = names.map((name): [string, string | string[]] => {
    const texts = (sent ?? []).filter(([key]) => key === name).map(([, text]) => text)
    const isVariadic = parameters.some((one) => one.name === name && one.variadic)
    return [name, isVariadic ? texts : (texts.at(-1) ?? '')]
  })
  return { kind: 'texts', values }
}

function accepts({ parameters }: Routine, given: string[], hasBody: boolean): boolean {
  const known = new Set(parameters.map(({ name }) => name))
  return (
    (!given.includes('') || (hasBody && parameters.length === 1)) &&
    given.every((name) => known.has(name)) &&
    parameters.every(({ name, required }) => !required || given.includes(name))
  )
}

const WHOLE_TYPES = { json: ['json', 'jsonb'], text: ['text'], xml: ['xml'], bytes: ['bytea'] }

function takesWhole({ parameters }: Routine, body: Body | undefined): boolean {
  const [only] = parameters
  if (body === undefined || (body.kind === 'json' && !body.isWhole)) return false
  return parameters.length === 1 && only?.name === '' && WHOLE_TYPES[body.kind].includes(only.type)
}

/** Names only the candidates that the role may call. */
const ambiguous = ({ role }: PlanContext, routines: Routine[]) =>
  schemaErrors.ambiguousRoutine(
    routines
      .filter(({ visibleTo }) => visibleTo.includes(role))
      .map(signature)
      .join(', '),
  )

const signature = ({ schema, name, parameters }: Routine) =>
  `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`

function notFound(
  { schema, role, cache }: PlanContext,
  name: string,
  given: string[] | undefined,
  body: Body | undefined,
  overloads: Routine[],
) {
  const full = `${schema}.${name}`
  const visible = (routine: Routine) => routine.visibleTo.includes(role)
  const hint = overloads.some(visible)
    ? nearest(
        list(given ?? []),
        overloads.filter(visible).map((one) => list(one.parameters.map((each) => each.name))),
        NEAR_PARAMETERS,
      )
    : nearest(
        name,
        [...(cache.routines.get(schema) ?? [])].filter(([, all]) => all.some(visible)).map(([key]) => key),
      )
  const found = overloads.some(visible) ? `${name}${hint}` : hint
  const advice = hint === undefined ? null : `Perhaps you meant to call the function ${schema}.${found}`
  if (!given) {
    const type = body?.kind === 'bytes' ? 'bytea' : (body?.kind ?? 'text')
    return schemaErrors.noRoutine(full, `${full} with a single unnamed ${type} parameter`, null)
  }
  const shown = given.length === 0 ? ' without parameters' : `(${given.join(', ')})`
  const detail =
    given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${given.join(', ')}`
  const orWhole = body?.kind === 'json' && body.isWhole ? ' or with a single unnamed json/jsonb parameter' : ''
  return schemaErrors.noRoutine(`${full}${shown}`, `${full}${detail}${orWhole}`, advice)
}

/** The parameters of a function that was named rightly and may be called are no secret: a faint likeness is enough. */
const NEAR_PARAMETERS = 0.33

const list = (names: string[]) => `(${[...names].sort().join(', ')})`
