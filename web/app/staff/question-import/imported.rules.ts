import type { CellFault, TableFault } from '~/staff/table-file/table.rules'

/** As many as a draft holds (private.are_quiz_pools); of a file with more, one more is read, to say so. */
export const MOST_QUESTIONS = 300

/** Why a question cannot be taken as it is written, or what of it was left. Words: question-import.he.ts. */
export type ReasonCode =
  | CellFault
  | 'MERGED'
  | 'SHIFTED'
  | 'EMPTY'
  | 'KIND_UNKNOWN'
  | 'KIND_OPEN'
  | 'KIND_INFERRED_NOT'
  | 'TRUTH_UNKNOWN'
  | 'TRUTH_AMBIGUOUS'
  | 'OPTIONS_NOT_HERE'
  | 'RIGHT_UNKNOWN'
  | 'RIGHT_OUTSIDE'
  | 'RIGHT_AMBIGUOUS'
  | 'RIGHT_MANY'
  | 'RIGHT_OF_EMPTY'
  | 'RIGHT_COLUMN_MISSING'
  | 'NOT_A_NUMBER'
  | 'UNIT_UNKNOWN'
  | 'WHOLE_NUMBER'
  | 'ORDER_GIVEN'
  | 'GAP_PLACES'
  | 'DEFINITION'
  | 'FIELD'
  | 'TOO_LONG'
  | 'PICTURE'
  | 'MEDIA'
  | 'FORMULA_TEX'
  | 'KIND_NOT_OURS'
  | 'PARTIAL'
  | 'WILDCARD'
  | 'NO_RIGHT'
  | 'SEVERAL_NUMBERS'
  | 'RELATIVE_TOLERANCE'
  | 'SYNTAX'
  | 'ANSWER_MISSING'
  | 'UNIT_NOT_OURS'

/** What is told of a question that is taken. */
export type NoteCode =
  | 'GAP_FIELDS'
  | 'PENALTY'
  | 'HIDDEN'
  | 'DEFAULT_GRADE'
  | 'LINK'
  | 'TABLE'
  | 'WRONG_ANSWERS_LEFT'
  | 'HINTS'
  | 'FEEDBACK_LEFT'
  | 'FILES_LEFT'
  | 'CASE'
  | 'UNITS_LEFT'

export type ImportReason = {
  code: ReasonCode
  /** The field or column that it is about, in words. */
  field?: string
  /** What stands there, or the limit. */
  value?: string
}
export type ImportNote = { code: NoteCode; value?: string }
export type ImportWarning = {
  code: 'UNKNOWN_COLUMN' | 'UNNAMED_COLUMN' | 'HIDDEN_SHEET' | 'HIDDEN_ROWS' | 'NO_HEAD' | 'ROWS_ABOVE'
  value: string
}

/** A question of a file. Without a definition it cannot be taken; with refusals neither. */
export type Imported = {
  /** The sheet and row of a table, or the number of the question in another file. */
  place: { sheet: string; row: number } | { number: number }
  name: string
  pool: { key: string; topic: string; draw: number | null }
  id?: unknown
  definition?: unknown
  reasons: ImportReason[]
  notes: ImportNote[]
  /** The row as it stands in the table. */
  cells?: readonly string[]
  /** The name of the column that holds a field of the definition by its path. */
  columnOf?: (path: string) => string | undefined
}

/** Why a whole file is not read. */
export type ImportFault =
  | TableFault
  | 'NOT_JSON'
  | 'NOT_A_QUIZ'
  | 'VERSION'
  | 'COLUMNS'
  | 'SAME_COLUMN'
  | 'POOL'
  | 'TOO_MANY'
  | 'EMPTY'
  | 'UNREAD'
  | 'XML'
  | 'OTHER_XML'

export type ImportRead =
  | { questions: Imported[]; warnings: ImportWarning[]; head?: readonly string[] }
  | { fault: ImportFault; row?: number; value?: string }
