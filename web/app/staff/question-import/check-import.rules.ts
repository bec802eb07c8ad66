import {
  type Definition,
  type Kind,
  type Pool,
  type Problem,
  validateQuestion,
} from '../question-bank/definitions.rules'
import { partsOfKind } from '../question-bank/kind-parts.rules'
import { bankText } from '../question-bank/question-bank.he'
import { type Loose, type Part, partAt } from '../question-bank/question-shapes.rules'
import { type Imported, type ImportRead, type ImportReason, MOST_QUESTIONS } from './imported.rules'

const MOST_POOLS = 100
const LONGEST_DEFINITION = 30_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A question that may be taken, or must not; `gaps` are explanations and topics that are still to be written. */
export type CheckedQuestion = Imported & { gaps: string[] }
export const isTaken = ({ definition, reasons }: Imported): boolean => definition !== undefined && reasons.length === 0

/** The name of the field at a place of a definition: "אפשרות 2, הסבר". */
export function fieldOfPath(kind: Kind, path: string): string {
  const names: string[] = []
  let parts: readonly Part[] = partsOfKind(kind)
  let rest = path
  for (;;) {
    const flat = parts.flatMap((part) => (part.type === 'variant' ? part.variants.flatMap((one) => one.parts) : [part]))
    const part = flat.find((one) => 'path' in one && (rest === one.path || rest.startsWith(`${one.path}.`)))
    if (!part || !('path' in part)) break
    const [at = '', ...inner] = rest === part.path ? [] : rest.slice(part.path.length + 1).split('.')
    if (part.type !== 'list' || at === '') {
      names.push(part.label)
      break
    }
    names.push(`${part.item} ${Number(at) + 1}`)
    parts = part.parts
    rest = inner.join('.')
    if (!rest) break
  }
  return names.join(', ') || path
}

/** Explanations and topics may be written after the import, before the test is published. */
const isGap = (definition: unknown, { path, code }: Problem): boolean =>
  code === 'SHAPE' && /(?:^|\.)(?:why(?:\.true|\.false)?|topic)$/.test(path) && partAt(definition as Loose, path) === ''

/** The same with words in its gaps: what only a whole definition tells is asked of this one. */
function withoutGaps(definition: unknown, gaps: readonly Problem[]): unknown {
  const filled = structuredClone(definition)
  for (const { path } of gaps) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const holder = keys.reduce<unknown>((within, key) => Reflect.get(within as object, key), filled)
    Reflect.set(holder as object, last, '-')
  }
  return filled
}

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(bankText.kinds, kind)

function checked(question: Imported): CheckedQuestion {
  if (!isTaken(question)) return { ...question, gaps: [] }
  const { definition, columnOf } = question
  const kind = (definition as { kind?: unknown } | null)?.kind
  const gaps = validateQuestion(definition).filter((problem) => isGap(definition, problem))
  const problems = validateQuestion(withoutGaps(definition, gaps))
  const nameOf = ({ path }: Problem) => columnOf?.(path) ?? (isKind(kind) ? fieldOfPath(kind, path) : path)
  const reasons: ImportReason[] = problems.map((problem) => ({
    ...{ code: 'FIELD', field: nameOf(problem), value: problem.message },
  }))
  if (JSON.stringify(definition).length > LONGEST_DEFINITION)
    reasons.push({ code: 'TOO_LONG', field: '', value: String(LONGEST_DEFINITION) })
  return {
    ...question,
    reasons,
    gaps: isKind(kind) ? gaps.map(({ path }) => fieldOfPath(kind, path)) : [],
  }
}

/** Questions of a file with what the rules of their kinds say of them. */
export function checkImport(read: ImportRead):
  | Exclude<ImportRead, { questions: unknown }>
  | {
      questions: CheckedQuestion[]
      warnings: Extract<ImportRead, { questions: unknown }>['warnings']
      head: readonly string[] | undefined
    } {
  if ('fault' in read) return read
  const { questions, warnings, head } = read
  if (questions.length === 0) return { fault: 'EMPTY' }
  if (questions.length > MOST_QUESTIONS || new Set(questions.map(({ pool }) => pool.key)).size > MOST_POOLS)
    return { fault: 'TOO_MANY' }
  return { questions: questions.map(checked), warnings, head }
}

/** The questions that are taken, in their pools. @param newId gives an id where there is none or it stands twice */
export function poolsOfImport(questions: readonly CheckedQuestion[], newId: () => string): Pool[] {
  const pools = new Map<string, Pool>()
  const known = new Set<string>()
  for (const question of questions.filter(isTaken)) {
    const { key, topic, draw } = question.pool
    const pool = pools.get(key) ?? { topic, draw, questions: [] }
    pools.set(key, pool)
    const own = typeof question.id === 'string' && UUID.test(question.id) && !known.has(question.id)
    const id = own ? (question.id as string) : newId()
    known.add(id)
    pool.questions.push({ id, definition: question.definition as Definition })
  }
  return [...pools.values()]
}
