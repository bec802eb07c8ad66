import { stripInvisible } from '~/shared/formats/invisible'

/** A row that a page begins after, or ends before: the value by which the list is sorted, and its id. */
export type ListPlace = { way: 'after' | 'before'; value: string; id: string }

/** What a list shows, as its address says. */
export type ListAddress = {
  search: string
  sort: string
  direction: 'asc' | 'desc'
  filters: Record<string, string>
  /** Names of the columns; empty for all. */
  columns: string[]
  /** Lower rows, so that more of them are seen at once. */
  dense: boolean
  place: ListPlace | null
}

/**
 * What a list knows: by what it sorts (the first is the usual one), its filters with their values (null: any one word of
 * people, such as a tag), its columns, and which of them it shows where none are chosen: all, unless it says so.
 */
export type ListShape = {
  sorts: readonly string[]
  filters: Readonly<Record<string, readonly string[] | null>>
  columns: readonly string[]
  usual?: readonly string[]
}

const BETWEEN = '~'
const ALL = 'all'

/** Reads an address; what the list does not know is left out, so no address breaks it. */
export function readListAddress(params: URLSearchParams, shape: ListShape): ListAddress {
  const sort = params.get('sort') ?? ''
  return {
    search: stripInvisible(params.get('search') ?? '')
      .trim()
      .slice(0, 100),
    sort: shape.sorts.includes(sort) ? sort : (shape.sorts[0] ?? ''),
    direction: params.get('direction') === 'asc' ? 'asc' : 'desc',
    filters: Object.fromEntries(
      Object.entries(shape.filters).flatMap(([name, values]) => {
        const value = params.get(name)
        const isKnown = values ? values.includes(value ?? '') : /^[^\p{Cc},]{1,30}$/u.test(value ?? '')
        return value !== null && isKnown ? [[name, value]] : []
      }),
    ),
    columns: readColumns(params.get('columns'), shape),
    dense: params.get('rows') === 'dense',
    place: readPlace(params, 'after') ?? readPlace(params, 'before'),
  }
}

function readColumns(parameter: string | null, { columns, usual = [] }: ListShape): string[] {
  if (parameter === ALL) return []
  const names = parameter?.split(',') ?? []
  const chosen = columns.filter((name) => names.includes(name))
  return chosen.length > 0 ? chosen : [...usual]
}

function readPlace(params: URLSearchParams, way: ListPlace['way']): ListPlace | null {
  const parameter = params.get(way)
  const cut = parameter?.lastIndexOf(BETWEEN) ?? -1
  return parameter && cut > 0 ? { way, value: parameter.slice(0, cut), id: parameter.slice(cut + 1) } : null
}

/** Writes an address as short as it can be: without what is usual. */
export function writeListAddress(address: ListAddress, shape: ListShape): URLSearchParams {
  const { search, sort, direction, filters, columns, dense, place } = address
  const parameters: Record<string, string> = { ...filters }
  if (search) parameters.search = search
  if (sort !== shape.sorts[0]) parameters.sort = sort
  if (direction !== 'desc') parameters.direction = direction
  const usual = shape.usual ?? []
  if (columns.join() !== usual.join()) parameters.columns = columns.join(',') || ALL
  if (dense) parameters.rows = 'dense'
  if (place) parameters[place.way] = `${place.value}${BETWEEN}${place.id}`
  return new URLSearchParams(parameters)
}
