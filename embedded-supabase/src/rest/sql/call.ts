import type { CallPlan } from '../plan/types.ts'
import type { Parameter } from '../schema-cache/types.ts'
import { identifier, type Params, qualified } from './params.ts'

/** The column that holds the value of a function that gives no rows. */
export const SCALAR = 'pgrst_scalar'

/** The `select` that calls a function once: its rows, or one column of values. */
export function callSql({ routine, args }: CallPlan, body: string | Buffer, params: Params): string {
  const { returns, parameters } = routine
  const result = returns.kind === 'composite' ? 'f' : `f(${SCALAR})`
  const list = returns.kind === 'composite' ? 'f.*' : `f.${SCALAR}`
  const typeOf = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const call = (texts: string[]) => `${qualified(routine)}(${texts.join(', ')})`
  if (args.kind === 'whole') {
    return `select ${list} from ${call([`${params.add(body)}::${parameters[0]?.type ?? 'text'}`])} as ${result}`
  }
  if (args.kind === 'texts') {
    const texts = args.values.map(([name, value]) =>
      named(typeOf.get(name), `${params.add(value)}::${typeOf.get(name)?.type ?? 'text'}`),
    )
    return `select ${list} from ${call(texts)} as ${result}`
  }
  if (args.names.length === 0) return `select ${list} from ${call([])} as ${result}`
  const columns = args.names.map((name) => `${identifier(name)} ${typeOf.get(name)?.type ?? 'text'}`).join(', ')
  const texts = args.names.map((name) => named(typeOf.get(name), `a.${identifier(name)}`))
  const rows = `json_to_record${args.isArray ? 'set' : ''}(${params.add(body)}::json) as a(${columns})`
  const one = args.isArray ? `(select * from ${rows} limit 1) a` : rows
  return `select ${list} from ${one}, lateral ${call(texts)} as ${result}`
}

function named(parameter: Parameter | undefined, value: string): string {
  return `${parameter?.variadic ? 'variadic ' : ''}${identifier(parameter?.name ?? '')} => ${value}`
}
