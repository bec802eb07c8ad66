import { diffArrays } from 'diff'
import { isOutside, type RichNode, type RichTextDocument } from '~/site/rich-text/rich-text.rules'

/** Words that stayed, came or went. */
export type DifferencePart = { kind: 'same' | 'added' | 'removed'; words: string }
/** A paragraph, heading, item or row of both texts. */
export type DifferenceLine = { isHeading: boolean; parts: DifferencePart[] }
/** Lines that follow each other, all as they were or each with a change. */
export type DifferenceRun = { isChanged: boolean; lines: DifferenceLine[] }

const LINE = '\n'
const HEADING = '\n#'
const BLOCKS = new Set(['paragraph', 'blockquote', 'listItem', 'tableRow', 'horizontalRule', 'hardBreak'])
/** Two texts that share next to nothing are told as one that went and one that came, before anybody waits. */
const LONGEST_MS = 1000

/** The words of a text in their order, with a token of its own before each line; where a link leads is a word too. */
function tokensOf(node: RichNode, tokens: string[] = []): string[] {
  if (node.type === 'heading') tokens.push(HEADING)
  else if (BLOCKS.has(node.type)) tokens.push(LINE)
  tokens.push(...(node.text ?? '').split(/\s+/).filter(Boolean))
  for (const mark of node.marks ?? [])
    if (mark.type === 'link' && isOutside(mark.attrs.href)) tokens.push(`(${mark.attrs.href})`)
  for (const child of node.content ?? []) tokensOf(child, tokens)
  return tokens
}

type Change = { kind: DifferencePart['kind']; value: string[] }

function changesBetween(before: string[], after: string[]): Change[] {
  const found = diffArrays(before, after, { timeout: LONGEST_MS })
  if (!found)
    return [
      { kind: 'removed', value: before },
      { kind: 'added', value: after },
    ]
  return found.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', value }))
}

function linesOf(changes: Change[]): DifferenceLine[] {
  const lines: DifferenceLine[] = []
  for (const { kind, value } of changes) {
    for (const token of value) {
      const isBreak = token === LINE || token === HEADING
      const line = lines.at(-1)
      if (isBreak && line?.parts.length === 0) line.isHeading = token === HEADING
      else if (isBreak || !line) lines.push({ isHeading: token === HEADING, parts: [] })
      if (isBreak) continue
      const parts = lines.at(-1)?.parts
      const part = parts?.at(-1)
      if (part?.kind === kind) part.words += ` ${token}`
      else parts?.push({ kind, words: token })
    }
  }
  return lines.filter(({ parts }) => parts.length > 0)
}

/** What became of a text, line by line; form and what is bold are left out. */
export function differenceOf(before: RichTextDocument, after: RichTextDocument): DifferenceRun[] {
  const runs: DifferenceRun[] = []
  for (const line of linesOf(changesBetween(tokensOf(before), tokensOf(after)))) {
    const isChanged = line.parts.some(({ kind }) => kind !== 'same')
    const run = runs.at(-1)
    if (run?.isChanged === isChanged) run.lines.push(line)
    else runs.push({ isChanged, lines: [line] })
  }
  return runs
}
