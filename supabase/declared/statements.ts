const WORD = /\w+/y
const DOLLAR = /\$\w*\$/y

/**
 * Splits a file of SQL into its statements, each with the comments before it and its semicolon. Strings, quoted names,
 * comments, dollar quotes and the bodies of `begin atomic … end` are kept whole.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let depth = 0
  let before = ''
  const close = (end: number) => {
    const statement = sql.slice(start, end).trim()
    if (statement.replaceAll(/--[^\n]*/g, '').trim()) statements.push(statement)
    start = end
  }
  for (let at = 0; at < sql.length; ) {
    const end = endOfWhole(sql, at)
    if (end > at) {
      before = ''
      at = end
      continue
    }
    const word = matchAt(WORD, sql, at).toLowerCase()
    if (word) {
      if (word === 'atomic' ? before === 'begin' : depth > 0 && word === 'case') depth += 1
      else if (depth > 0 && word === 'end') depth -= 1
      before = word
      at += word.length
      continue
    }
    at += 1
    if (sql[at - 1] === ';' && depth === 0) close(at)
  }
  close(sql.length)
  return statements
}

/** Where the comment, string, quoted name or dollar quote that begins here ends; `at` where none does. */
function endOfWhole(sql: string, at: number): number {
  const after = (text: string, from: number) => {
    const found = sql.indexOf(text, from)
    return found < 0 ? sql.length : found + text.length
  }
  if (sql.startsWith('--', at)) return after('\n', at)
  if (sql.startsWith('/*', at)) return after('*/', at)
  if (sql[at] === '"' || sql[at] === "'") return after(sql[at] as string, at + 1)
  const quote = matchAt(DOLLAR, sql, at)
  return quote ? after(quote, at + quote.length) : at
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
