import fc from 'fast-check'

/** Without half characters, which no address can carry. */
const wellFormed = (text: string) => Buffer.from(text).toString()

const hostile = [
  "'; drop table tags; --",
  '")',
  "E'\\'",
  '$1',
  '%',
  '\\',
  '"',
  '{',
  '(',
  '))',
  ',',
  '.',
  '..',
  '->>',
  '::',
  '!',
  '*',
  'null',
  'א',
  '😀',
  '',
  ' ',
  'not.',
  'eq.1',
  '-',
  '\n',
]
const word = fc.oneof(
  fc.constantFrom(
    'id',
    'name',
    'title',
    'settings',
    'categories',
    'lessons',
    'tags',
    'courses',
    'words',
    'open_between',
    'level',
    'category_id',
  ),
  fc.constantFrom(...hostile),
  fc.string({ maxLength: 6 }),
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxl',
  'nxr',
  'adj',
  'fts',
  'plfts(english)',
  'phfts',
  'wfts(nonsense)',
  'eq(any)',
  'like(all)',
  'not.eq',
  'nope',
)
const value = fc.oneof(
  word,
  fc.constantFrom('1', '(1,2)', '{1,2}', '[1,3)', '{}', '()', 'null', '{"a":1}', '{a,"b', '(', '"1"', '1.5', 'true'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const { item } = fc.letrec<{ item: string; items: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.tuple(word, word).map((parts) => parts.join('->')),
    fc.tuple(word, word).map((parts) => parts.join('::')),
    fc.tuple(word, word).map((parts) => parts.join(':')),
    fc
      .tuple(word, fc.constantFrom('', '!inner', '!left', '!x'), tie('items'))
      .map(([name, hint, inner]) => `${name}${hint}(${inner})`),
    word.map((name) => `...${name}(id)`),
    word.map((name) => `${name}.sum()`),
  ),
  items: fc.array(tie('item'), { maxLength: 3 }).map((list) => list.join(',')),
}))
const filter = fc.tuple(word, operator, value).map(([name, op, text]): [string, string] => [name, `${op}.${text}`])
const group = fc
  .tuple(
    fc.constantFrom('or', 'and', 'not.or', 'lessons.or'),
    fc.array(
      fc.tuple(word, operator, value).map((parts) => parts.join('.')),
      { maxLength: 3 },
    ),
  )
  .map(([name, terms]): [string, string] => [name, `(${terms.join(',')})`])
const other = fc
  .tuple(
    fc.constantFrom('select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'lessons.order', 'lessons.limit'),
    fc.oneof(item, value),
  )
  .map((pair): [string, string] => pair)
/** Query strings of which most mean nothing: names, operators and values that do not belong together. */
export const query = fc
  .array(fc.oneof(filter, group, other), { maxLength: 4 })
  .map((pairs) => new URLSearchParams(pairs.map(([k, v]) => [wellFormed(k), wellFormed(v)])).toString())
