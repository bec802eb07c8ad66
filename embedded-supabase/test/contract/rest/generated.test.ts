import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

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

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({ config: '[api]\naggregates_enabled = true\n' })
})
afterAll(() => server.close())

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

test('well-formed reads are answered, whatever they combine', async () => {
  const statuses = new Map<number, number>()
  const query = pick(['courses', 'categories', 'lessons', 'tags'] as const).chain((table) =>
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
  await fc.assert(
    fc.asyncProperty(query, async ([table, { select, params }, prefer, accept]) => {
      const search = new URLSearchParams([['select', select], ...params]).toString()
      const response = await server.rest(`/${table}?${search}`, { headers: { prefer, accept } })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const text = await response.text()
      const fine =
        response.status < 500 && !/syntax error|does not exist|ambiguous/.test(text.includes('"42883"') ? '' : text)
      expect(
        fine || `${response.status} ${text.slice(0, 300)} for ${table}?select=${select}&${JSON.stringify(params)}`,
      ).toBe(true)
      if (response.ok && accept !== 'text/csv') JSON.parse(text)
    }),
    { numRuns: 1_500 },
  )
  const answered = (statuses.get(200) ?? 0) + (statuses.get(206) ?? 0)
  expect(answered).toBeGreaterThan(500)
})

/** What a stranger would try: legal or not, each is answered, and never with a fault of ours. */
const ODD_TEXTS = [
  '',
  '*',
  '%',
  '\\',
  '(a{255}){255}',
  '((((a*)*)*)*)*',
  '(.)\\1',
  '[',
  '(',
  'a{256}',
  'x{1000}',
  '***=',
  '(?=',
  '{a,"b"}',
  '{',
  '9'.repeat(400),
  '\u0000',
  '\ud800',
  'שלום',
  'NaN',
  '-infinity',
  '1e999',
  "';--",
  '"',
]
const ODD_OPERATORS = [
  'eq',
  'neq',
  'like',
  'ilike(any)',
  'match',
  'imatch',
  'imatch(all)',
  'in',
  'is',
  'cs',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts(english)',
  'fts(nope)',
  'isdistinct',
  'not.match',
  'not.not.eq',
  'nope',
]
const ODD_SELECTS = [
  '*'.concat(',*'.repeat(250)),
  Array.from({ length: 299 }, (_, i) => `a${i}:title`).join(','),
  'id::nope',
  'id::text::int',
  'settings->a->>b->c',
  'settings->-1',
  'settings->>99999999999',
  'lessons(courses(lessons(courses(lessons(*)))))',
  'lessons(courses(lessons(courses(lessons(courses(id))))))',
  '...lessons(*),...lessons(*)',
  '...categories(...courses(*))',
  'tags!course_tags(*),x:tags(*),y:tags(*)',
  'minutes.sum(),lessons(count())',
  'id.avg()::nope',
  '"',
  'a:b:c',
  '(',
  'lessons!inner!left(*)',
]
const ODD_NUMBERS = ['0', '-1', '1e9', '9223372036854775807', '99999999999999999999', 'x', '']

test('odd requests are refused, none is a fault', async () => {
  const odd = fc.record({
    path: pick([
      '/courses',
      '/categories',
      '/tags',
      '/open_courses',
      '/notes',
      '/secret_notes',
      '/rpc/summary',
      '/rpc/all_courses',
      '/rpc/nope',
      '/%00',
      '/a%2Fb',
    ]),
    select: fc.option(pick(ODD_SELECTS), { nil: undefined }),
    filters: fc.array(
      fc.tuple(
        pick([
          'title',
          'id',
          'settings->a',
          'words',
          'tags',
          'nope',
          'lessons',
          'lessons.title',
          'or',
          'not.and',
          'x.y.z',
        ]),
        pick(ODD_OPERATORS),
        pick(ODD_TEXTS),
      ),
      { maxLength: 3 },
    ),
    limit: fc.option(pick(ODD_NUMBERS), { nil: undefined }),
    offset: fc.option(pick(ODD_NUMBERS), { nil: undefined }),
    order: fc.option(
      pick(['title', 'title.desc.nullsfirst', 'lessons(title)', 'nope', 'categories(name).desc', 'title.up', '']),
      { nil: undefined },
    ),
    prefer: pick([
      '',
      'count=exact',
      'count=planned',
      'count=estimated',
      'handling=strict,x=y',
      'timezone=Nowhere',
      'max-affected=1e9',
      'tx=rollback',
    ]),
    accept: pick(['application/json', 'text/csv', 'application/vnd.pgrst.object+json', 'image/png', '*/*;q=x']),
    range: pick(['', '0-', '5-1', '99999999999999999999-', 'x']),
    method: pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']),
    body: pick([
      '',
      '{}',
      '[]',
      '{"title":null}',
      '[{"id":1},{"id":"x"}]',
      '{"minimum":"x"}',
      '{',
      '\ufffe',
      '[[[]]]',
      '{"id":1e999}',
    ]),
  })
  await fc.assert(
    fc.asyncProperty(
      odd,
      async ({ path, select, filters, limit, offset, order, prefer, accept, range, method, body }) => {
        const params = new URLSearchParams(
          Object.entries({ select, limit, offset, order }).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        )
        for (const [name, operator, text] of filters)
          params.append(name, name === 'or' || name === 'not.and' ? `(id.${operator}.${text})` : `${operator}.${text}`)
        const writes = method !== 'GET' && method !== 'HEAD'
        const response = await server.rest(`${path}?${params}`, {
          method,
          headers: { prefer, accept, range, 'content-type': 'application/json' },
          ...(writes && method !== 'DELETE' ? { body } : {}),
        })
        const text = await response.text()
        expect(response.status < 500 || `${response.status} ${text.slice(0, 300)}`).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})
