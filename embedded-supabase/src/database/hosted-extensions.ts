/** Extensions of hosted projects that a plain PostgreSQL has not; a project's schema mostly does without them. */
const HOSTED = [
  'http',
  'hypopg',
  'index_advisor',
  'pg_cron',
  'pg_graphql',
  'pg_jsonschema',
  'pg_net',
  'pgjwt',
  'pgsodium',
  'pgtap',
  'supabase_vault',
  'vector',
  'wrappers',
]

/** A comment, a text, a quoted name, a body between dollars, the end of a statement, or what lies between. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|;|[^;'"$/eE-]+|[\s\S]/g
const ABOUT_EXTENSION =
  /^(?:create\s+extension(?:\s+if\s+not\s+exists)?|comment\s+on\s+extension|alter\s+extension)\s+("?)([\w-]+)\1(?:\s|;|$)/i

export type SkippedExtension = { name: string; line: number }

/** The hosted extensions that a file of SQL names. */
export const hostedExtensionsIn = (sql: string): string[] =>
  HOSTED.filter((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(sql))

/**
 * Blanks the statements that make or describe extensions which are not there, so that everything behind them keeps its
 * place and its line.
 * @param missing names of extensions that this PostgreSQL has not
 */
export function withoutExtensions(sql: string, missing: string[]): { sql: string; skipped: SkippedExtension[] } {
  const skipped: SkippedExtension[] = []
  if (missing.length === 0) return { sql, skipped }
  let kept = ''
  let start: number | undefined
  const endAt = (end: number) => {
    if (start === undefined) return
    const statement = sql.slice(start, end)
    const name = ABOUT_EXTENSION.exec(statement)?.[2]
    if (name !== undefined && missing.includes(name)) {
      if (/^create/i.test(statement)) skipped.push({ name, line: sql.slice(0, start).split('\n').length })
      kept = `${kept}${sql.slice(kept.length, start)}${statement.replace(/[^\n]/g, ' ')}`
    }
    start = undefined
  }
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token === ';') endAt(index + 1)
    else if (start === undefined && !/^(?:--|\/\*|\s*$)/.test(token)) start = index + token.search(/\S/)
  }
  endAt(sql.length)
  return { sql: `${kept}${sql.slice(kept.length)}`, skipped }
}
