/** Hears of a stored value that is not of the form that its page expects, as `articles 1ae5…: published_at`. */
export type Damaged = (place: string) => void

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isWord = (value: unknown): value is string => typeof value === 'string'

/**
 * Reads values of a row that the database may hold in a form of which no page could be made, such as the day `infinity`
 * or a list in a list: what cannot be used is left out and reported, and the rest is shown.
 */
export function storedValues(table: string, id: unknown, damaged: Damaged = () => undefined) {
  const report = (column: string) => damaged(`${table} ${id}: ${column}`)
  /** The ones of a list that are of a form; none where it is no list. */
  function list<One>(column: string, value: unknown, isOne: (one: unknown) => one is One): One[] {
    const all: unknown[] = Array.isArray(value) ? value : []
    const fit = all.filter(isOne)
    if (value != null && (!Array.isArray(value) || fit.length < all.length)) report(column)
    return fit
  }
  return {
    report,
    list,
    /** A list of texts. */
    words: (column: string, value: unknown): string[] => list(column, value, isWord),
    /** An ISO moment or day. */
    moment(column: string, value: unknown): string | null {
      if (isMoment(value)) return value
      if (value != null) report(column)
      return null
    },
  }
}
