/** A value that no editor lets through, as SQL that sets it in a row of a table. */
export type Damage = { name: string; table: string; set: string }

const SCRIPT = `</script><script>hits=1</script><img src=x onerror=hits=1>`
const UUID = '1ae5b175-973f-5852-bc46-15adb68d83e4'
const words = { type: 'paragraph', content: [{ type: 'text', text: 'מה שנשאר' }] }
const nested = (depth: number): unknown => (depth === 0 ? words : { type: 'blockquote', content: [nested(depth - 1)] })
const linked = (href: unknown) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'לכאן', marks: [{ type: 'link', attrs: { href } }] }],
})

/** Bodies of a text, by what is wrong with them. */
export const BODIES: Record<string, unknown> = {
  'no value': null,
  'a number': 5,
  'a text': SCRIPT,
  'a list': [words],
  'another kind of document': { type: 'page', content: [words] },
  'content that is no list': { type: 'doc', content: { 0: words } },
  'nothing among the nodes': { type: 'doc', content: [null, words] },
  'a node that is a text': { type: 'doc', content: [SCRIPT, words] },
  'a kind of node that nobody knows': { type: 'doc', content: [{ type: 'script', content: [words] }] },
  'a kind of node that every object has': { type: 'doc', content: [{ type: 'constructor' }, { type: '__proto__' }] },
  'a number for words': { type: 'doc', content: [{ type: 'text', text: 5 }, words] },
  'an object for words': { type: 'doc', content: [{ type: 'text', text: { html: SCRIPT } }, words] },
  'marks that are no list': { type: 'doc', content: [{ type: 'text', text: 'א', marks: { type: 'bold' } }] },
  'a link to a script': { type: 'doc', content: [linked('javascript:hits=1')] },
  'a link to data': { type: 'doc', content: [linked(`data:text/html,${SCRIPT}`)] },
  'a link to an object': { type: 'doc', content: [linked({ toString: 'x' })] },
  'a callout of a tone that every object has': {
    type: 'doc',
    content: [{ type: 'callout', attrs: { tone: 'constructor' } }],
  },
  'a picture of nowhere': {
    type: 'doc',
    content: [{ type: 'picture', attrs: { src: 'javascript:hits=1', widths: [1] } }],
  },
  'a picture without widths': { type: 'doc', content: [{ type: 'picture', attrs: { widths: 'x' } }] },
  'a course that is no address': { type: 'doc', content: [{ type: 'courseCard', attrs: { id: '//evil', title: {} } }] },
  'a footnote of a list': { type: 'doc', content: [{ type: 'footnote', attrs: { text: [SCRIPT] } }] },
  'a formula of numbers': {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'formula', attrs: { text: 5 } }] }],
  },
  'attributes that are nothing': {
    type: 'doc',
    content: [
      { type: 'heading', attrs: null },
      { type: 'fact', attrs: 5 },
    ],
  },
  'nodes five hundred deep': { type: 'doc', content: [nested(500)] },
  'twenty thousand nodes': { type: 'doc', content: Array.from({ length: 20_000 }, () => words) },
}
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const inBody = (table: string) =>
  Object.entries(BODIES).map(
    ([name, body]): Damage => ({
      name: `${table}: a body that is ${name}`,
      table,
      set: `body = ${quoted(JSON.stringify(body))}::jsonb`,
    }),
  )
const inTable = (table: string, values: Record<string, string>): Damage[] =>
  Object.entries(values).map(([name, set]) => ({ name: `${table}: ${name}`, table, set }))

/** What a page cannot show as it is: it leaves it out and reports it. */
export const DAMAGES: Damage[] = [
  // Of content that is no list an article has no words to search, which its table needs.
  ...inBody('articles').filter(({ name }) => !name.endsWith('content that is no list')),
  ...inBody('legal_document_versions'),
  ...inTable('articles', {
    'published before all time': `published_at = '-infinity'`,
    'published before Christ': `published_at = '0044-03-15 BC'`,
    'checked at the end of time': `checked_on = 'infinity'`,
    'tags in tags': `tags = '{{a,b},{c,d}}'`,
    'a tag that is nothing': `tags = '{NULL,a}'`,
  }),
  ...inTable('authors', {
    'fields that are nothing': `expertise_areas = '{NULL}'`,
    'lists of fields': `expertise_areas = '{{a},{b}}'`,
  }),
  ...inTable('finance_facts', {
    'brackets that are no list': `type = 'bracket', brackets = '5'`,
    'brackets of all kinds': `type = 'bracket', brackets = '[null, 1, "x", {"from": "a"}, {"from": 0, "to": null, "rate": 10}]'`,
    'valid from the end of time': `valid_from = 'infinity'`,
    'checked before all time': `checked_on = '-infinity'`,
  }),
  ...inTable('legal_document_versions', { 'in force since before all time': `effective_at = '-infinity'` }),
]

/** What a page shows as it is, or as nothing, and must not choke on. */
export const HARMLESS: Damage[] = [
  ...inTable('articles', {
    'a title of a script': `title_he = ${quoted(SCRIPT)}`,
    'a title of 200,000 letters': `title_he = repeat('א', 200000)`,
    'a summary of a script': `excerpt_he = ${quoted(SCRIPT)}`,
    'a cover that is a script': `cover_url = 'javascript:hits=1'`,
    'a cover that is half an address': `cover_url = 'https://['`,
    'a kind that every object has': `kind = 'constructor'`,
    'no author': 'author_id = null',
    'minutes below nothing': 'reading_minutes = -2147483648',
    'related to nobody': `related_ids = array['${UUID}']::uuid[]`,
    'an address of dots': `slug = '..'`,
    'an address of signs': `slug = '"><svg/onload=hits=1>'`,
  }),
  ...inTable('authors', {
    'a portrait that is a script': `image_url = 'javascript:hits=1'`,
    'a name of nothing': `name_he = ''`,
  }),
  ...inTable('categories', {
    'an address that every object has': `slug = 'constructor'`,
    'a name of a script': `name_he = ${quoted(SCRIPT)}`,
    'a description of 200,000 letters': `description_he = repeat('א', 200000)`,
  }),
  ...inTable('courses', {
    'no category and no author': 'category_id = null, author_id = null, author_name = null',
    'a cover that is a script': `thumbnail_url = 'javascript:hits=1'`,
    'a length below nothing': 'duration_minutes = -2147483648',
    'a length beyond all': 'duration_minutes = 2147483647',
    'a title of nothing': `title_he = ''`,
    'a description of a script': `description_he = ${quoted(SCRIPT)}`,
  }),
  ...inTable('lessons', {
    'a length below nothing': 'duration_seconds = -5',
    'a title of a script': `title_he = ${quoted(SCRIPT)}`,
  }),
  ...inTable('finance_facts', {
    'no number': `type = 'rate', value = 'NaN'`,
    'a unit that every object has': `unit = 'constructor'`,
    'a kind that every object has': `type = 'constructor'`,
    'a source that is a script': `source_url = 'javascript:hits=1'`,
  }),
  ...inTable('legal_documents', { 'a title of a script': `title_he = ${quoted(SCRIPT)}` }),
  ...inTable('quizzes', { 'a purpose that every object has': `purpose = 'constructor'` }),
  ...inTable('quiz_versions', {
    'a review that every object has': `review = 'constructor'`,
    'numbers below nothing':
      'pass_percent = -1, attempts_allowed = -1, wait_minutes = -1, time_limit_minutes = -1, question_count = -1',
    'an introduction of a script': `intro_he = ${quoted(SCRIPT)}`,
  }),
]
