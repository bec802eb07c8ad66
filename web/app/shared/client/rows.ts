import type { Database } from './database.types'

type Tables = Database['public']['Tables'] & Database['public']['Views']

/** Some columns of a row as the schema has them: a column that is renamed or dropped there no longer compiles here. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table]['Row']> = Pick<
  Tables[Table]['Row'],
  Column
>
