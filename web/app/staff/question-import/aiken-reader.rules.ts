import { type Imported, type ImportReason, MOST_QUESTIONS } from './imported.rules'
import { idOf } from './question-rows.rules'
import { placeOfWord } from './question-words.rules'
import { rightOptions } from './right-options.rules'

const OPTION = /^[\s\u200e\u200f\u202a-\u202e]*\(?([A-Za-zא-י])['׳]?[.)]\s*(.*)$/
const ANSWER = /^[\s\u200e\u200f\u202a-\u202e]*(?:ANSWER|CORRECT|תשובה|תשובה נכונה|התשובה)\s*:\s*(.*)$/i

/** Whether a text has lines of options and of answers as Aiken writes them. */
export const isAiken = (text: string): boolean => {
  const lines = text.split(/\r\n?|\n/)
  return lines.some((line) => ANSWER.test(line)) && lines.some((line) => OPTION.test(line))
}

type Block = { lines: string[]; options: { place: number; text: string }[]; answer?: string }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let block: Block = { lines: [], options: [] }
  const end = () => {
    if (block.lines.length > 0 || block.options.length > 0) blocks.push(block)
    block = { lines: [], options: [] }
  }
  let wasEmpty = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const answer = ANSWER.exec(line)
    const option = OPTION.exec(line)
    if (answer) {
      block.answer = (answer[1] ?? '').trim()
      end()
    } else if (option && (block.lines.length > 0 || block.options.length > 0)) {
      block.options.push({ place: placeOfWord(option[1] ?? '') ?? 0, text: (option[2] ?? '').trim() })
    } else if (line.trim()) {
      // Words behind an empty line below options are the next question, whose former has no answer.
      if (block.options.length > 0 && wasEmpty) end()
      const last = block.options.at(-1)
      if (last) last.text = `${last.text}\n${line.trim()}`
      else block.lines.push(line.trim())
    }
    wasEmpty = line.trim() === ''
  }
  end()
  return blocks
}

function reasonOf({ lines, options, answer }: Block): ImportReason | undefined {
  if (lines.length === 0 || options.some(({ place }, at) => place !== at + 1)) return { code: 'SYNTAX' }
  return answer ? undefined : { code: 'ANSWER_MISSING' }
}

/** The questions of a file in Aiken, each by its number (docs.moodle.org, Aiken format); letters may be Hebrew. */
export const readAiken = (text: string): Imported[] =>
  blocksOf(text)
    .slice(0, MOST_QUESTIONS + 1)
    .map((block, at) => {
      const name = block.lines.join('\n')
      const common = { place: { number: at + 1 }, name, pool: { key: '', topic: '', draw: null }, notes: [] }
      const reason = reasonOf(block)
      if (reason) return { ...common, reasons: [reason] }
      const texts = block.options.map((option) => option.text)
      const right = rightOptions(block.answer ?? '', texts)
      if ('reason' in right) return { ...common, reasons: [right.reason] }
      const options = texts.map((option, index) => ({ id: idOf(index), text: option, why: '' }))
      const ids = right.places.map((place) => idOf(place - 1))
      const body = ids.length > 1 ? { kind: 'multiple-choice', right: ids } : { kind: 'single-choice', right: ids[0] }
      return { ...common, definition: { ...body, topic: '', text: name, options }, reasons: [] }
    })
