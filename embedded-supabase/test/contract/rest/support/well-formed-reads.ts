import fc from 'fast-check'

/** Well-formed queries over the fixture, so that most reach the database: none may be a fault of ours. */
const COLUMNS = {
  courses: [
    'id',
    'title',
    'category_id',
    'minutes',
    'level',
    'tags',
    'open_between',
    'settings',
    'words',
    'published',
    'shout',
    'created_at',
  ],
  categories: ['id', 'name', 'parent_id', 'details'],
  lessons: ['id', 'course_id', 'title', 'position'],
  tags: ['id', 'name'],
} as const
type TableName = keyof typeof COLUMNS

/** What each table can embed: as written, and the table it leads to. */
const EMBEDS: Record<TableName, [string, TableName][]> = {
  courses: [
    ['categories', 'categories'],
    ['lessons', 'lessons'],
    ['tags!course_tags', 'tags'],
    ['late_lessons', 'lessons'],
    ['first_lesson', 'lessons'],
    ['category_id', 'categories'],
  ],
  categories: [
    ['courses', 'courses'],
    ['categories', 'categories'],
    ['parent_id', 'categories'],
  ],
  lessons: [['courses', 'courses']],
  tags: [['courses', 'courses']],
}
const VALUES: Record<string, string[]> = {
  title: ['Budget', '%e%', ''],
  name: ['home', 'x'],
  shout: ['BUDGET'],
  minutes: ['60', '1.5'],
  level: ['beginner', 'advanced'],
  tags: ['{home}', '{}'],
  open_between: ['[1,3)', 'empty'],
  settings: ['{"free":true}', '1'],
  details: ['{}'],
  words: ['cat', 'budget'],
  published: ['true', 'f'],
  created_at: ['2024-01-01', 'now'],
}
const OPERATORS: Record<string, string[]> = {
  tags: ['cs', 'cd', 'ov', 'eq', 'neq'],
  open_between: ['cs', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj', 'eq'],
  settings: ['cs', 'cd', 'eq', 'isdistinct'],
  details: ['cs', 'isdistinct'],
  words: ['fts', 'plfts', 'phfts(english)', 'wfts'],
  title: ['like', 'ilike', 'match', 'imatch', 'eq', 'gt', 'fts(english)', 'like(any)'],
  published: ['eq', 'isdistinct'],
}

const pick = <T>(list: readonly T[]) => fc.constantFrom(...list)

const filterOf = (table: TableName): fc.Arbitrary<[string, string]> =>
  pick(COLUMNS[table]).chain((column) => {
    const value = pick(VALUES[column] ?? ['1', '2', '3'])
    const plain = fc
      .tuple(fc.constantFrom('', 'not.'), pick(OPERATORS[column] ?? ['eq', 'neq', 'gt', 'gte', 'lt', 'lte']), value)
      .map(([not, operator, text]): [string, string] => [
        column,
        `${not}${operator}.${operator.includes('(any)') ? `{${text}}` : text}`,
      ])
    const others = fc.constantFrom<[string, string]>(
      [column, 'is.null'],
      [column, 'not.is.null'],
      [column, 'in.()'],
      [`${column}->a->>b`, 'eq.x'],
      [`${column}->0`, 'is.null'],
    )
    return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: others })
  })

type Level = { select: string; params: [string, string][] }

const fieldOf = (table: TableName) =>
  fc
    .tuple(pick(COLUMNS[table]), fc.constantFrom('', '', '', '::text', '->a', '->>0', '.count()', '.max()'))
    .map(([column, more]) => `${column}${more}`)

function levelOf(table: TableName, depth: number): fc.Arbitrary<Level> {
  const fields = fc.array(fc.oneof({ weight: 5, arbitrary: fieldOf(table) }, fc.constantFrom('*', 'count()')), {
    maxLength: 3,
  })
  const order = pick(COLUMNS[table]).chain((column) =>
    fc.constantFrom(`${column}`, `${column}.desc.nullslast`, `${column}->x.asc`),
  )
  const own = fc.array(
    fc.oneof(
      filterOf(table),
      order.map((text): [string, string] => ['order', text]),
      fc.nat(3).map((n): [string, string] => ['limit', String(n)]),
      fc
        .tuple(filterOf(table), filterOf(table))
        .map(([a, b]): [string, string] => ['or', `(${a.join('.')},and(${b.join('.')}))`]),
    ),
    { maxLength: 2 },
  )
  const embeds =
    depth === 0
      ? fc.constant([])
      : fc.uniqueArray(embedOf(table, depth), { maxLength: 2, selector: ({ name }) => name })
  return fc.tuple(fields, own, embeds).map(([names, params, inner]) => ({
    select: [...names, ...inner.map(({ select }) => select)].join(','),
    params: [...params, ...inner.flatMap((embed) => embed.params)],
  }))
}

function embedOf(table: TableName, depth: number): fc.Arbitrary<Level & { name: string }> {
  const [first = 'categories'] = EMBEDS[table].map(([written]) => written)
  return fc
    .tuple(
      pick(EMBEDS[table]),
      fc.constantFrom('', '', '!inner', '!left'),
      fc.constantFrom('', '', '...', 'x:'),
      fc.constantFrom<[string, string] | undefined>(undefined, undefined, ['', 'is.null'], ['', 'not.is.null']),
    )
    .chain(([[written, target], join, prefix, presence]) => {
      const name = prefix === 'x:' ? 'x' : (written.split('!')[0] ?? first)
      return levelOf(target, depth - 1).map(({ select, params }) => ({
        name,
        select: `${prefix}${written}${join}(${select})`,
        params: [
          ...params.map(([key, value]): [string, string] => [`${name}.${key}`, value]),
          ...(presence ? [[name, presence[1]] as [string, string]] : []),
        ],
      }))
    })
}

/** A table, what is read of it, how it is counted, and the format that is wanted. */
export const wellFormedReads = pick(['courses', 'categories', 'lessons', 'tags'] as const).chain((table) =>
  fc.tuple(
    fc.constant(table),
    levelOf(table, 2),
    fc.constantFrom('', 'count=exact', 'count=planned', 'count=estimated'),
    fc.constantFrom(
      'application/json',
      'application/json',
      'text/csv',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ),
  ),
)
