import type { PlannedField, PlannedFilter, PlannedTerm } from '../plan/types.ts'
import type { Operation } from '../request/filters.ts'
import { IS_VALUES, QUANTIFIABLE_OPERATORS, SIMPLE_OPERATORS, TEXT_SEARCHES } from '../request/operators.ts'
import { arrayLiteral, identifier, type Params, qualified } from './params.ts'

/** The column of a lateral join that is null when nothing was found; no row has one of this name. */
export const FOUND = '"pgrst found"'

/** A column, computed column or JSON member of the rows called `alias`. */
export function fieldSql({ name, computedBy, path, toJson }: PlannedField, alias: string, params: Params): string {
  const column =
    computedBy === undefined
      ? `${alias}.${identifier(name)}`
      : `${identifier(computedBy.schema)}.${identifier(name)}((${alias}.*)::${qualified(computedBy.table)})`
  if (path.length === 0) return column
  const steps = path.map(({ arrow, key, index }) => `${arrow}${index ? `(${key})` : params.jsonKey(key)}`)
  return `${toJson ? `to_jsonb(${column})` : column}${steps.join('')}`
}

/** `where ...` of all terms together; empty without any. */
export function whereSql(terms: PlannedTerm[], alias: string, params: Params, further: string[] = []): string {
  const all = [...further, ...terms.map((term) => termSql(term, alias, params))]
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`
}

function termSql(term: PlannedTerm, alias: string, params: Params): string {
  switch (term.kind) {
    case 'filter':
      return filterSql(term, alias, params)
    case 'null-embed':
      return `${term.embed.alias}.${FOUND} is ${term.isNull ? '' : 'not '}null`
    default: {
      const inner = term.terms.map((each) => termSql(each, alias, params)).join(` ${term.kind} `)
      return `${term.negated ? 'not ' : ''}(${inner})`
    }
  }
}

function filterSql({ field, negated, operation }: PlannedFilter, alias: string, params: Params): string {
  const condition = operationSql(operation, field, fieldSql(field, alias, params), params)
  return negated ? `not ${condition}` : condition
}

function operationSql(
  operation: Operation,
  { baseType, fromText }: PlannedField,
  field: string,
  params: Params,
): string {
  const value = (text: string) => (fromText === undefined ? params.add(text) : `${fromText}(${params.add(text)})`)
  switch (operation.kind) {
    case 'is':
      return `(${field} is ${IS_VALUES[operation.value]})`
    case 'in':
      return `(${field} = any (${listSql(operation.values, fromText, params)}))`
    case 'distinct':
      return `(${field} is distinct from ${params.add(operation.value)})`
    case 'simple':
      return `(${field} ${SIMPLE_OPERATORS[operation.operator]} ${value(operation.value)})`
    case 'quantified': {
      const { operator, quantifier } = operation
      const isPattern = operator === 'like' || operator === 'ilike'
      const plain = isPattern ? operation.value.replaceAll('*', '%') : operation.value
      const operand = isPattern || quantifier ? params.add(plain) : value(plain)
      return `(${field} ${QUANTIFIABLE_OPERATORS[operator]} ${quantifier ? `${quantifier} (${operand})` : operand})`
    }
    case 'search': {
      const language = operation.language === undefined ? '' : `${params.add(operation.language)}::regconfig, `
      const document = baseType === 'tsvector' ? field : `to_tsvector(${language}${field})`
      return `(${document} @@ ${TEXT_SEARCHES[operation.search]}(${language}${params.add(operation.value)}))`
    }
  }
}

function listSql(values: string[], fromText: string | undefined, params: Params): string {
  const list = params.add(arrayLiteral(values))
  return fromText === undefined ? list : `select ${fromText}(unnest(${list}::text[]))`
}
