import type { Caller } from '../../database/index.ts'
import type { TransactionEnd } from '../request/preferences.ts'

export type Role = Caller['role']

export type Column = {
  name: string
  /** Fully qualified type with its modifier, as it can be written in SQL. */
  type: string
  /** Name of the type without its modifier, e.g. `jsonb`; of the base type for a domain. */
  baseType: string
  /** The default as SQL, of an identity column too; absent without one and for generated columns. */
  default?: string
  /** Functions, as SQL, by which a column of a domain is shown as JSON, and made of JSON or text. */
  asJson?: string
  fromJson?: string
  fromText?: string
}

/** A function of one row that can be selected like a column. */
export type ComputedColumn = { name: string; routineSchema: string; baseType: string }

/** A table, view or what else can stand in FROM. */
export type Table = {
  schema: string
  name: string
  columns: Map<string, Column>
  computed: Map<string, ComputedColumn>
  primaryKey: string[]
  isView: boolean
  /** What can be written: all of a table; of a view what PostgreSQL or its triggers carry out. */
  writes: { insert: boolean; update: boolean; delete: boolean }
  /** Whether row level security may hide rows of it, or of a table below a view. */
  hidesRows: boolean
  /** The roles that hold any privilege on it: hints name it to no one else. */
  visibleTo: Role[]
}

/** Pairs of columns that are equal across a relationship: of the origin, of the target. */
export type ColumnPair = { from: string; to: string }

type RelationshipBase = { origin: Table; target: Table }

export type DirectRelationship = RelationshipBase & {
  kind: 'many-to-one' | 'one-to-one' | 'one-to-many'
  constraint: string
  columns: ColumnPair[]
  /** Whether the foreign key is the origin's own. */
  holdsKey: boolean
}

export type JunctionRelationship = RelationshipBase & {
  kind: 'many-to-many'
  junction: Table
  originConstraint: string
  targetConstraint: string
  /** From the origin's columns to the junction's. */
  originColumns: ColumnPair[]
  /** From the junction's columns to the target's. */
  targetColumns: ColumnPair[]
}

/** A function of one row that gives rows of another table. */
export type ComputedRelationship = RelationshipBase & {
  kind: 'computed'
  routine: { schema: string; name: string }
  toOne: boolean
}

export type Relationship = DirectRelationship | JunctionRelationship | ComputedRelationship

/** `accepts` is the type that its values are read as, which cuts nothing off. */
export type Parameter = { name: string; type: string; accepts: string; required: boolean; variadic: boolean }

export type Routine = {
  schema: string
  name: string
  parameters: Parameter[]
  volatility: 'immutable' | 'stable' | 'volatile'
  returns: {
    set: boolean
    /** A `record` is a row whose columns only the call itself shows. */
    kind: 'void' | 'scalar' | 'record' | 'composite'
    /** The columns of a composite result; for a table's row type that table. */
    columns: Map<string, Column>
    table?: Table
  }
  /** Settings of the function that must hold before it is called, such as its statement timeout. */
  settings: Record<string, string>
  visibleTo: Role[]
}

export type SchemaCache = {
  /** Grows with every load, so that plans of an older schema are not used again. */
  version: number
  /** Tables by schema and name. */
  tables: Map<string, Map<string, Table>>
  /** Relationships by their origin. */
  relationships: Map<Table, Relationship[]>
  /** Overloads by schema and name. */
  routines: Map<string, Map<string, Routine[]>>
  /** Whether the role `authenticator` was told so in the database: `pgrst.db_aggregates_enabled`. */
  aggregatesEnabled: boolean
  /** `pgrst.db_plan_enabled` of the same role: whether everybody may ask for plans. */
  plansEnabled: boolean
  /** `pgrst.db_tx_end` of the same role; `commit` where it says nothing. */
  transactionEnd: TransactionEnd
  /** Whether updates and deletes need a condition, unless `safeupdate.enabled` of the same role is off. */
  safeUpdate: boolean
  /** Types that a cast may name, as SQL. */
  types: Map<string, string>
}
