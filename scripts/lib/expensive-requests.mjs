/** What anybody may read, with the columns that are costly to look at and the ways from one table to the next. */
const TABLES = {
  courses: {
    texts: ['title_he', 'description_he', 'author_name'],
    embeds: ['lessons', 'categories', 'authors'],
  },
  lessons: { texts: ['title_he', 'description_he'], embeds: ['courses'] },
  categories: { texts: ['name_he', 'description_he', 'slug'], embeds: ['courses'] },
  articles: { texts: ['title_he', 'excerpt_he', 'slug'], embeds: ['authors'] },
  authors: { texts: ['name_he', 'bio_he'], embeds: ['courses', 'articles'] },
}
const NAMES = Object.keys(TABLES)

/**
 * GET requests that cost as much as a stranger can think of: patterns, embedding back and forth, wide rows, sorting by
 * everything, counting, searching in texts, pages that nobody keeps. The same ones every time.
 * @returns paths on the site
 */
export function expensiveRequests(count) {
  const random = numbers(20261122)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const kinds = [pattern, embedding, wide, sorted, counted, searched, called, page]
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length](pick, random, at))
}

function pattern(pick, random) {
  const table = pick(NAMES)
  const filters = Array.from({ length: 1 + Math.floor(random() * 12) }, () => [
    `${pick(['', 'not.'])}${pick(TABLES[table].texts)}`,
    pick([
      () => `imatch.${'(.*a|.*b)'.repeat(1 + Math.floor(random() * 40))}c`,
      () => `imatch.(${pick(['a', '.', '[א-ת ]'])}{1,${Math.floor(random() * 60)}}){1,${Math.floor(random() * 12)}}x`,
      () => `match.${'(x+x+)+'.repeat(1 + Math.floor(random() * 8))}y`,
      () => `match.^(${Array.from({ length: 100 }, (_, i) => `w${i}`).join('|')})*$`,
      () => `imatch.(?=.*${'א.'.repeat(1 + Math.floor(random() * 20))})(?!.*z)`,
      () => `ilike.${'*א*ב'.repeat(1 + Math.floor(random() * 60))}`,
      () => `imatch.(.)(.)(.).*\\3\\2\\1`,
      () => `match.${'[^א]{200}'.repeat(1 + Math.floor(random() * 5))}`,
    ])(),
  ])
  const not = (name) => name.replace('not.', '')
  const group = filters.map(([name, value]) => `${not(name)}.${name.startsWith('not.') ? 'not.' : ''}${quoted(value)}`)
  return rest(table, { or: `(${group.join(',')})`, select: '*' })
}

const quoted = (value) => {
  const at = value.indexOf('.') + 1
  return `${value.slice(0, at)}"${value.slice(at).replace(/["\\]/g, '\\$&')}"`
}

function embedding(pick, random) {
  const level = (table, depth) => {
    const inner = depth === 0 ? [] : TABLES[table].embeds.map((next) => `${next}(${level(next, depth - 1)})`)
    return ['*', ...inner].join(',')
  }
  const table = pick(NAMES)
  return rest(table, { select: level(table, 1 + Math.floor(random() * 5)) })
}

function wide(pick, random) {
  const table = pick(NAMES)
  const columns = Array.from(
    { length: 50 + Math.floor(random() * 200) },
    (_, i) => `a${i}:${pick(TABLES[table].texts)}`,
  )
  return rest(table, { select: columns.join(',') })
}

function sorted(pick, random) {
  const table = pick(NAMES)
  const order = Array.from({ length: 1 + Math.floor(random() * 30) }, () => `${pick(TABLES[table].texts)}.desc`)
  return rest(table, {
    select: `*,${TABLES[table].embeds[0]}(*)`,
    order: order.join(','),
    offset: Math.floor(random() * 1000),
  })
}

function counted(pick) {
  const table = pick(NAMES)
  const embed = pick(TABLES[table].embeds)
  return rest(table, { select: `id,${embed}!inner(*,${TABLES[embed].embeds[0]}!inner(*))`, limit: 1000 })
}

function searched(pick, random) {
  const table = pick(NAMES)
  const words = Array.from({ length: 1 + Math.floor(random() * 300) }, (_, i) => `מילה${i}`)
  return rest(table, {
    [pick(TABLES[table].texts)]: `${pick(['wfts', 'plfts', 'phfts'])}(simple).${words.join(' ').slice(0, 3000)}`,
  })
}

function called(pick, random) {
  const name = pick(['describe_unsubscribe_link', 'mail_delivery', 'courses', 'x'.repeat(60)])
  return `/rest/v1/rpc/${name}?token_input=${Math.floor(random() * 1e9)}`
}

function page(pick, random) {
  const value = Math.floor(random() * 1e9)
  return pick([
    `/?x=${value}`,
    `/courses?x=${value}`,
    `/courses/${value}`,
    `/news/${value}`,
    `/login?error=${value}`,
    `/terms?version=${value}`,
  ])
}

const rest = (table, params) => `/rest/v1/${table}?${new URLSearchParams(params)}`

/** Numbers from 0 to 1 that come in the same order every time (mulberry32). */
function numbers(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
