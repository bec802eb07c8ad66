/** What a field of such a form holds; lists are written one entry a line. */
export type FormValue = string | boolean
export type FormValues = Readonly<Record<string, FormValue>>

/** What was read, and the version that a save has to name. */
export type FormRecord = { version: number; values: FormValues }

/** What somebody wrote and did not save: over which record, and when (ms since 1970). */
export type UnsavedEdits = { read: FormRecord; changes: FormValues; at: number }

/** Where unsaved changes are kept besides the browser, for whoever wrote them; all of it may fail. */
export type EditCopies = {
  read: () => Promise<UnsavedEdits | undefined>
  /** Keeps them in the place of what was kept; undefined forgets it. */
  keep: (edits: Omit<UnsavedEdits, 'at'> | undefined) => Promise<void>
}

/** Who changed a field after it was read; nobody's name when the server did. `at` is a moment in ISO form. */
export type OthersChange = { field: string; by: string | null; at: string }

/** What stands now, and who made it so since the version that a save named. */
export type NewerRecord = FormRecord & { changes: OthersChange[] }

/** Whose text a disputed field gets. */
export type EditChoice = 'mine' | 'theirs'

const inOrder = (_name: string, part: unknown) =>
  part !== null && typeof part === 'object' && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
    : part

/** Whether two texts are the JSON of one thing, as JSON.stringify writes it: PostgreSQL gives keys back in its own order. */
function isSameJson(one: string, other: string): boolean {
  // The same in another order is as long, and most of what is compared is not.
  if (one.length !== other.length || !/^[[{]/.test(one)) return false
  try {
    const [first, second]: unknown[] = [JSON.parse(one), JSON.parse(other)]
    if (JSON.stringify(first) !== one || JSON.stringify(second) !== other) return false
    return JSON.stringify(first, inOrder) === JSON.stringify(second, inOrder)
  } catch {
    return false
  }
}

const isSame = (one: FormValue | undefined, other: FormValue | undefined): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && isSameJson(one, other))

/** The fields of `to` that differ from `from`, with what they became. */
export const changesOf = (from: FormValues, to: FormValues): Record<string, FormValue> =>
  Object.fromEntries(Object.entries(to).filter(([field, value]) => !isSame(from[field], value)))

/** The fields that both changed, to different texts, since `base` was read. Somebody has to choose. */
export function disputedFields(base: FormValues, mine: FormValues, theirs: FormValues): string[] {
  const own = changesOf(base, mine)
  return Object.keys(own).filter((field) => !isSame(base[field], theirs[field]) && !isSame(own[field], theirs[field]))
}

/** What stands now with one's own changes on top of it; of a disputed field what was chosen, else one's own. */
export function mergeEdits(
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
  choices: Readonly<Record<string, EditChoice>>,
): FormValues {
  const kept = Object.entries(changesOf(base, mine)).filter(([field]) => choices[field] !== 'theirs')
  return { ...theirs, ...Object.fromEntries(kept) }
}

/** The record after a save, with what was typed while it ran. */
export const withLaterTyping = (sent: FormValues, typed: FormValues, saved: FormValues): FormValues => ({
  ...saved,
  ...changesOf(sent, typed),
})
