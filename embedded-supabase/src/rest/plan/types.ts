import type { JsonStep } from '../request/field.ts'
import type { Operation } from '../request/filters.ts'
import type { RowRange } from '../request/range.ts'
import type { Aggregate } from '../request/select.ts'
import type { Column, Relationship, Routine, Table } from '../schema-cache/types.ts'

/** What the rows of a plan are read from. */
export type Source =
  | { kind: 'table'; table: Table }
  /** The rows that a write or a call gave, in the common table expression `src`. */
  | { kind: 'result'; name: string; columns: Map<string, Column>; table?: Table }

/** A column that exists, with the way into its JSON value. */
export type PlannedField = {
  name: string
  /** The function of a computed column, and the table of whose rows it is. */
  computedBy?: { schema: string; table: Table }
  path: JsonStep[]
  /** Whether the column must be turned into JSON before the path applies. */
  toJson: boolean
  baseType: string
  /** Functions, as SQL, by which it is shown as JSON and what it is compared with is made of text. */
  asJson?: string
  fromText?: string
}

export type PlannedFilter = { kind: 'filter'; field: PlannedField; negated: boolean; operation: Operation }
export type PlannedNullEmbed = { kind: 'null-embed'; embed: PlannedEmbed; isNull: boolean }
export type PlannedGroup = { kind: 'and' | 'or'; negated: boolean; terms: PlannedTerm[] }
export type PlannedTerm = PlannedFilter | PlannedNullEmbed | PlannedGroup

export type PlannedValue = {
  kind: 'value'
  as: string
  /** Absent for `count()` of rows. */
  field?: PlannedField
  /** A type as SQL. */
  cast?: string
  aggregate?: Aggregate
  aggregateCast?: string
  /** The aggregate of a column, or of the rows, of a spread to-one resource, which its parent computes. */
  lifted?: { aggregate: Aggregate; cast?: string }
}
export type PlannedItem = { kind: 'all' } | PlannedValue | { kind: 'embed'; embed: PlannedEmbed }

export type PlannedOrder = {
  field: PlannedField
  embed?: PlannedEmbed
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** One level of a read: a resource, what is selected, filtered and sorted, and what is embedded in it. */
export type ReadPlan = {
  source: Source
  /** Name of its rows in SQL. */
  alias: string
  items: PlannedItem[]
  where: PlannedTerm[]
  order: PlannedOrder[]
  range: RowRange
  embeds: PlannedEmbed[]
}

export type PlannedEmbed = {
  /** Key in the answer, and the name that filters address it by. */
  name: string
  /** Name of the lateral join in SQL. */
  alias: string
  relationship: Relationship
  toOne: boolean
  inner: boolean
  spread: boolean
  /** Inside a spread to-one resource: the aggregates that are lifted from it are computed further up. */
  passesOn: boolean
  plan: ReadPlan
}

export type InsertPlan = {
  kind: 'insert'
  table: Table
  columns: Column[]
  isArray: boolean
  /** Absent keys take the column's default instead of null. */
  defaults: boolean
  conflict?: { columns: string[]; resolution: 'merge-duplicates' | 'ignore-duplicates' }
  /** PUT: what a row of the payload must be, or nothing of it is written. */
  only?: PlannedTerm[]
}
export type UpdatePlan = {
  kind: 'update'
  table: Table
  alias: string
  columns: Column[]
  isArray: boolean
  where: PlannedTerm[]
  defaults: boolean
}
export type DeletePlan = { kind: 'delete'; table: Table; alias: string; where: PlannedTerm[] }
export type WritePlan = InsertPlan | UpdatePlan | DeletePlan

export type CallPlan = {
  routine: Routine
  /** Arguments by name from a JSON body, as texts from the query or a form, or the whole body as the one argument. */
  args:
    | { kind: 'body'; names: string[]; isArray: boolean }
    | { kind: 'texts'; values: [string, string | string[]][] }
    | { kind: 'whole' }
}
