import { join, relative } from 'node:path'
import ts from 'typescript'
import { parseSelect, type SelectItem } from '../../../../embedded-supabase/src/rest/request/select.ts'
import { PROJECT } from '../project.ts'
import type { Use, Verb } from './use.ts'

const ROOT = join(PROJECT, '..')
const PRODUCT = /^(web\/app|server\/src|supabase\/functions)\/(?!.*\.(test|he)\.tsx?$)/
/** These name functions without calling them. */
const NO_CALLS = ['web/app/staff/entry/staff-calls.rules.ts', 'web/app/shared/client/database.types.ts']
const FILTERS = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in', 'contains', 'order'])

/** The sources of the product as one program with its types. */
function readProduct(): ts.Program {
  const file = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(file.config, ts.sys, ROOT)
  const product = fileNames.filter((name) => PRODUCT.test(relative(ROOT, name)))
  return ts.createProgram(product, { ...options, noEmit: true })
}

/**
 * Everything that the product asks of tables and functions over REST with the key of visitors or the token of a person,
 * read from its sources: each `.from(table)` with what is chained to it, and each name of a function.
 * @param functions the names of the functions of the API
 * @throws where a list of selected columns is not written out in the sources
 */
export function usesOfProduct(functions: ReadonlySet<string>): Use[] {
  const program = readProduct()
  const checker = program.getTypeChecker()
  const uses: Use[] = []
  /** A function of a row is selected as a column of it, or as rows within it. */
  const asCalled = (use: Asked): Asked => {
    const name = use.verb === 'embed' ? use.object : (use.column ?? '')
    return functions.has(name) ? { object: name, verb: 'execute' } : use
  }
  for (const source of program.getSourceFiles()) {
    const file = relative(ROOT, source.fileName)
    if (!PRODUCT.test(file) || NO_CALLS.includes(file)) continue
    const visit = (node: ts.Node): void => {
      const by = `${file} ${nameAround(node)}`
      const isName = ts.isStringLiteralLike(node) && functions.has(node.text) && !ts.isTypeNode(node.parent)
      if (isName && !isCalledAsServer(file, node.parent)) {
        uses.push({ object: node.text, verb: 'execute', role: roleOf(node.parent), by })
      }
      for (const [, name = ''] of ts.isTemplateTail(node) ? node.text.matchAll(/\/rpc\/(\w+)$/g) : []) {
        uses.push({ object: name, verb: 'execute', role: 'authenticated', by })
      }
      const table = tableOf(node)
      if (table)
        uses.push(...usesOfTable(checker, node, table).map((use) => ({ ...asCalled(use), role: roleOf(node), by })))
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return uses
}

function tableOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const [name] = node.arguments
  return node.expression.name.text === 'from' && name && ts.isStringLiteral(name) ? name.text : undefined
}

/** The server calls with the service key, and so do the edge functions where they say it. */
function isCalledAsServer(file: string, call: ts.Node): boolean {
  if (file.startsWith('server/')) return true
  if (!ts.isCallExpression(call)) return false
  return [call.expression, ...call.arguments].some((part) => /^(callAsService|serviceKey\(\))$/.test(part.getText()))
}

/** The client of a page that the server renders has the key of visitors; that of the browser has a person's token. */
function roleOf(call: ts.Node): Use['role'] {
  const isCall = ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)
  return isCall && /^(context\.)?supabase$/.test(call.expression.expression.getText()) ? 'anon' : 'authenticated'
}

/** The function, or the constant of the module, that a node lies in. */
function nameAround(node: ts.Node): string {
  let name = ''
  for (let at = node; at; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name) name = at.name.getText()
  }
  return name
}

type Asked = Omit<Use, 'role' | 'by'>

/** What the methods chained to `.from(table)` ask for, column by column. */
function usesOfTable(checker: ts.TypeChecker, from: ts.Node, table: string): Asked[] {
  const asked: Asked[] = []
  const add = (verb: Verb, column = '') => asked.push({ object: table, verb, column })
  for (const call of callsAfter(checker, from)) {
    const method = (call.expression as ts.PropertyAccessExpression).name.text
    const [first, options] = call.arguments
    if (method === 'delete') add('delete')
    if (method === 'select') {
      add('select')
      asked.push(...selected(table, first ? parseSelect(wordsOf(checker, first).replaceAll(/\s/g, '')) : []))
    }
    if (first && FILTERS.has(method) && !options?.getText().includes('referencedTable')) {
      add('select', wordsOf(checker, first))
    }
    for (const verb of method === 'upsert' ? (['insert', 'update'] as const) : [method]) {
      if (!first || (verb !== 'insert' && verb !== 'update')) continue
      add(verb)
      for (const column of columnsOf(checker, first)) add(verb, column)
    }
    const conflict = method === 'upsert' && /onConflict: '([^']+)'/.exec(options?.getText() ?? '')?.[1]
    if (conflict) for (const column of conflict.split(',')) add('select', column)
  }
  return asked
}

function selected(object: string, items: SelectItem[]): Asked[] {
  return items.flatMap((item): Asked[] => {
    if (item.kind === 'field') return [{ object, verb: 'select', column: item.field.name }]
    return [
      { object: item.relation, verb: 'embed', column: '', within: object },
      ...selected(item.relation, item.select),
    ]
  })
}

/** The methods that are chained to an expression, also by way of a name that it is kept under. */
function callsAfter(checker: ts.TypeChecker, node: ts.Node, seen = new Set<ts.Node>()): ts.CallExpression[] {
  if (seen.has(node)) return []
  seen.add(node)
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
    return [parent.parent, ...callsAfter(checker, parent.parent, seen)]
  }
  const isSame =
    ts.isParenthesizedExpression(parent) || ts.isConditionalExpression(parent) || ts.isAwaitExpression(parent)
  if (isSame) return callsAfter(checker, parent, seen)
  const isMaker = ts.isArrowFunction(parent)
  const kept = isMaker ? parent.parent : parent
  if (!ts.isVariableDeclaration(kept)) return []
  const symbol = checker.getSymbolAtLocation(kept.name)
  const found: ts.CallExpression[] = []
  const visit = (other: ts.Node): void => {
    if (ts.isIdentifier(other) && other !== kept.name && checker.getSymbolAtLocation(other) === symbol) {
      found.push(...callsAfter(checker, isMaker && ts.isCallExpression(other.parent) ? other.parent : other, seen))
    }
    ts.forEachChild(other, visit)
  }
  visit(node.getSourceFile())
  return found
}

/** The text of an expression that constants are put together to. */
function wordsOf(checker: ts.TypeChecker, node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isAsExpression(node)) return wordsOf(checker, node.expression)
  if (ts.isBinaryExpression(node)) return wordsOf(checker, node.left) + wordsOf(checker, node.right)
  if (ts.isConditionalExpression(node)) return `${wordsOf(checker, node.whenTrue)},${wordsOf(checker, node.whenFalse)}`
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => wordsOf(checker, span.expression) + span.literal.text)
    return node.head.text + spans.join('')
  }
  const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const made = target?.valueDeclaration
  if (made && ts.isVariableDeclaration(made) && made.initializer) return wordsOf(checker, made.initializer)
  throw new Error(`${node.getSourceFile().fileName}: what ${node.getText()} selects is not written out`)
}

/** The columns of a row, or of a list of rows, that is written. */
function columnsOf(checker: ts.TypeChecker, row: ts.Expression): string[] {
  const type = checker.getTypeAtLocation(row)
  const one = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : type
  return one?.getProperties().map(({ name }) => name) ?? []
}
