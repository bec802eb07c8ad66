import { loadModule, parsePlPgSQLSync, parseSync } from '@libpg-query/parser'

await loadModule()

/** What safeupdate refuses by the name of its node: neither MERGE nor ON CONFLICT DO UPDATE nor TRUNCATE are of these. */
const CHANGES = new Set(['UpdateStmt', 'DeleteStmt'])
/** Statements of PL/pgSQL whose text is put together while they run, by the name of their node. */
const DYNAMIC = new Set(['PLpgSQL_stmt_dynexecute', 'PLpgSQL_stmt_dynfors'])

type Nodes = { [name: string]: unknown }

/** Every object of a parse tree with the name under which its parent has it. */
function* nodesOf(tree: unknown, name = ''): Generator<[name: string, node: Nodes]> {
  if (Array.isArray(tree)) for (const item of tree) yield* nodesOf(item, name)
  else if (tree && typeof tree === 'object') {
    yield [name, tree as Nodes]
    for (const [key, child] of Object.entries(tree)) yield* nodesOf(child, key)
  }
}

/**
 * Updates and deletes without a condition in statements of SQL, at any depth: in common table expressions, behind EXPLAIN,
 * in the bodies of functions, whatever their language, and of DO. safeupdate, which a hosted Supabase project loads for the
 * login of its REST server, refuses each of them, also inside functions (eradman/pg-safeupdate, `jointree->quals`).
 * @param sql any number of statements
 * @returns the beginnings of what was found
 * @throws when PostgreSQL's parser does not read it
 */
export function unconditioned(sql: string): string[] {
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const bytes = Buffer.from(sql)
    const text = bytes.subarray(from, length ? from + length : undefined).toString()
    return [...nodesOf(stmt)].flatMap(([name, node]) => {
      if (CHANGES.has(name) && !node.whereClause) return [`${name} of ${relationOf(node)}`]
      if (name === 'CreateFunctionStmt' || name === 'DoStmt') return ofBody(node, text)
      return []
    })
  })
}

const relationOf = (node: Nodes) => (node.relation as { relname?: string } | undefined)?.relname ?? '?'

/** The body of a function or of DO, which is a text to the parser. */
function ofBody(node: Nodes, text: string): string[] {
  const options = [...nodesOf(node.options ?? node.args)].filter(([name]) => name === 'DefElem').map(([, one]) => one)
  const option = (wanted: string) => options.find(({ defname }) => defname === wanted)?.arg
  const [body] = [...nodesOf(option('as'), 'as')].flatMap(([name, { sval }]) =>
    name === 'String' && sval ? [String(sval)] : [],
  )
  const language = ([...nodesOf(option('language'))].find(([name]) => name === 'String')?.[1].sval ??
    'plpgsql') as string
  if (!body) return []
  if (language === 'sql') return unconditioned(body)
  return language === 'plpgsql' ? ofPlpgsql(text) : [`a body in ${language}, which nobody reads`]
}

/** The parser knows no table, and so no field of a variable that is a row of one; of a record it takes any. */
const withRecords = (text: string) =>
  text.replace(/^(\s*\w+\s+(constant\s+)?)(private|public|auth|storage)\.\w+(?=\s*(;|:=))/gm, '$1record')

function ofPlpgsql(text: string): string[] {
  return [...nodesOf(parsePlPgSQLSync(withRecords(text)))].flatMap(([name, node]) => {
    if (DYNAMIC.has(name) || (name === 'PLpgSQL_stmt_return_query' && node.dynquery)) return ofDynamic(queryOf(node))
    if (name === 'PLpgSQL_expr' && !node.parseMode) return unconditioned(String(node.query))
    return []
  })
}

const queryOf = ({ query, dynquery }: Nodes) =>
  String(((dynquery ?? query) as { PLpgSQL_expr?: { query?: string } }).PLpgSQL_expr?.query)

/** A statement that is put together is no SQL yet: by its words, a condition must come behind what changes rows. */
const ofDynamic = (expression: string): string[] =>
  /\b(delete\s+from|update\s+(?!set\b)\S+(\s+(as\s+)?\S+)?\s+set)\b(?![\s\S]*\bwhere\b)/i.test(expression)
    ? [expression]
    : []
