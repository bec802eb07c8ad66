/** What a template may say: nested records of texts. */
type Variables = Record<string, unknown>

/** How a value is made harmless at its place in the text. */
type Escape = (value: string) => string

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string[]; escape: Escape }
  | { kind: 'if'; path: string[]; whenTrue: Node[]; otherwise: Node[] }

export type Template = (variables: Variables) => string

const ACTION = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/gs
const PATH = /^(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/
const OPEN_LINK = /\b(?:href|src)\s*=\s*(?:"([^"]*)|'([^']*))$/i

/**
 * Compiles the part of Go's template language that mail templates use: `{{ .Path }}` and
 * `{{ if .Path }} ... {{ else }} ... {{ end }}`, with `{{-` and `-}}`. Values are escaped for where they stand:
 * HTML, or the query of a link; in plain text (subjects) not at all.
 * @throws when the text uses anything else or an `end` is missing.
 */
export function compileTemplate(source: string, format: 'html' | 'text' = 'html'): Template {
  const root: Node[] = []
  const open: { node: Extract<Node, { kind: 'if' }>; target: Node[] }[] = []
  let target = root
  let literal = ''
  let position = 0
  let trimNext = false
  const addText = (raw: string, trimEnd: boolean) => {
    const text = trimEnd ? raw.trimEnd() : raw
    const trimmed = trimNext ? text.trimStart() : text
    literal += trimmed
    if (trimmed) target.push({ kind: 'text', text: trimmed })
  }
  for (const match of source.matchAll(ACTION)) {
    const [whole, trimLeft, action = '', trimRight] = match
    addText(source.slice(position, match.index), trimLeft === '-')
    position = match.index + whole.length
    trimNext = trimRight === '-'
    if (action.startsWith('/*')) continue
    if (action.startsWith('if ')) {
      const node: Extract<Node, { kind: 'if' }> = {
        kind: 'if',
        path: pathOf(action.slice(3)),
        whenTrue: [],
        otherwise: [],
      }
      target.push(node)
      open.push({ node, target })
      target = node.whenTrue
    } else if (action === 'else') {
      const current = open.at(-1)
      if (!current) throw new Error('{{ else }} without {{ if }}')
      target = current.node.otherwise
    } else if (action === 'end') {
      const closed = open.pop()
      if (!closed) throw new Error('{{ end }} without {{ if }}')
      target = closed.target
    } else {
      target.push({
        kind: 'value',
        path: pathOf(action),
        escape: format === 'text' ? (value) => value : escapeAt(literal),
      })
    }
  }
  addText(source.slice(position), false)
  if (open.length > 0) throw new Error('{{ if }} without {{ end }}')
  return (variables) => render(root, variables)
}

function pathOf(expression: string): string[] {
  const path = expression.trim()
  if (!PATH.test(path)) throw new Error(`{{ ${expression} }} is not supported`)
  return path.slice(1).split('.')
}

function escapeAt(before: string): Escape {
  const link = OPEN_LINK.exec(before)
  const inQuery = (link?.[1] ?? link?.[2] ?? '').includes('?')
  return inQuery ? encodeURIComponent : escapeHtml
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function render(nodes: Node[], variables: Variables): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      const value = lookUp(variables, node.path)
      if (node.kind === 'value') return node.escape(value)
      return render(value && value !== 'false' ? node.whenTrue : node.otherwise, variables)
    })
    .join('')
}

/** The text at the path; what is missing or not a text, number or flag is empty. */
function lookUp(variables: Variables, path: string[]): string {
  let value: unknown = variables
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return ''
    value = (value as Variables)[key]
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}
