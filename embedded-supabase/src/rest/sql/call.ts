import type { CallPlan } from '../plan/types.ts'
import type { Parameter } from '../schema-cache/types.ts'
import { arrayLiteral, identifier, type Params, qualified } from './params.ts'

/** The column that holds the value of a function that gives no rows. */
export const SCALAR = 'pgrst_scalar'

/** The `select` that calls a function once: its rows, or one column of values. */
export function callSql({ routine, args }: CallPlan, body: string | Buffer, params: Params): string {
  const { returns, parameters } = routine
  const rows = returns.kind === 'composite' ? 'f' : `f(${SCALAR})`
  const list = returns.kind === 'composite' ? 'f.*' : `f.${SCALAR}`
  // PostgreSQL takes a function of unknown columns in FROM only with their definition.
  const select = (call: string, from?: string) => {
    const before = from === undefined ? '' : `${from}, `
    if (returns.kind !== 'record')
      return `select ${list} from ${before}${from === undefined ? '' : 'lateral '}${call} as ${rows}`
    return `select ${call} as ${SCALAR}${from === undefined ? '' : ` from ${from}`}`
  }
  const typeOf = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const call = (texts: string[]) => `${qualified(routine)}(${texts.join(', ')})`
  if (args.kind === 'whole') {
    return select(call([`${params.add(body)}::${parameters[0]?.type ?? 'text'}`]))
  }
  if (args.kind === 'texts') {
    const texts = args.values.map(([name, value]) =>
      named(typeOf.get(name), `${params.add(asText(value))}::${typeOf.get(name)?.accepts ?? 'text'}`),
    )
    return select(call(texts))
  }
  if (args.names.length === 0) return select(call([]))
  const columns = args.names.map((name) => `${identifier(name)} ${typeOf.get(name)?.accepts ?? 'text'}`).join(', ')
  const texts = args.names.map((name) => named(typeOf.get(name), `a.${identifier(name)}`))
  const payload = `json_to_record${args.isArray ? 'set' : ''}(${params.add(body)}::json) as a(${columns})`
  return select(call(texts), args.isArray ? `(select * from ${payload} limit 1) a` : payload)
}

const asText = (value: string | string[]) => (typeof value === 'string' ? value : arrayLiteral(value))

function named(parameter: Parameter | undefined, value: string): string {
  return `${parameter?.variadic ? 'variadic ' : ''}${identifier(parameter?.name ?? '')} => ${value}`
}
