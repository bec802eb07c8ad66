import { refusalOf } from '~/staff/entry/refusal-messages'
import type { FormValues, NewerRecord, OthersChange } from './versions.rules'

/** Thrown by a save whose record was changed by somebody else since it was read. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict'
  constructor(readonly newer: NewerRecord) {
    super('the record was changed since it was read')
  }
}

/** Thrown by a save when the database refuses single fields: what to say beside each. */
export class FieldRefusal extends Error {
  override readonly name = 'FieldRefusal'
  constructor(readonly problems: Readonly<Record<string, string>>) {
    super('fields were refused')
  }
}

type Details<Stored> = { version?: number; values?: Stored; changes?: OthersChange[]; field?: string }

type Readers<Stored> = {
  /** What the form shows of what the database keeps. */
  toValues: (stored: Stored) => FormValues
  /** What to say beside a field that was refused with this code; undefined when that is said of the whole form. */
  formatProblem: (code: string, field: string) => string | undefined
}

/**
 * What a save throws for a refusal of the database. VERSION_CONFLICT, whose details are `{version, values, changes:
 * [{field, by, at}]}`, becomes EditConflict; a code whose details are `{field}` becomes FieldRefusal; all else stays.
 */
export function toEditFailure<Stored>(failure: unknown, { toValues, formatProblem }: Readers<Stored>): unknown {
  const { code, details } = refusalOf(failure)
  const { version, values, changes = [], field } = parse<Stored>(details)
  if (code === 'VERSION_CONFLICT' && version !== undefined && values !== undefined)
    return new EditConflict({ version, values: toValues(values), changes })
  const problem = field === undefined ? undefined : formatProblem(code, field)
  return field === undefined || problem === undefined ? failure : new FieldRefusal({ [field]: problem })
}

function parse<Stored>(details: string): Details<Stored> {
  try {
    return (JSON.parse(details) ?? {}) as Details<Stored>
  } catch {
    return {}
  }
}
