/** Why a file of captions is not taken: the line, the first one is 1, and a code of the words. */
export type CaptionFileProblem = {
  line: number
  code:
    | 'ENCODING'
    | 'HEADER'
    | 'TIME'
    | 'NO_TIME'
    | 'NO_WORDS'
    | 'BACKWARDS'
    | 'ORDER'
    | 'ARROW'
    | 'MARKUP'
    | 'TOO_LATE'
    | 'EMPTY'
}

const CLOCK = String.raw`(?:(\d{1,4}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`
const TIMES = new RegExp(`^${CLOCK}[ \\t]+-->[ \\t]+${CLOCK}(?:[ \\t]+\\S.*)?$`)
const HEADER = /^WEBVTT(?:[ \t].*)?$/
/** Blocks of WebVTT that are no captions. */
const ASIDE = /^(NOTE|STYLE|REGION)(?:[ \t].*)?$/
const TAGS = /<(?!\/?(?:c|i|b|u|v|lang|ruby|rt|font)(?:[.\s>]|$)|[\d:.]+>)[a-z!/?][^>]*>?/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for are these
const UNREADABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\uFFFD]/
const LAST_SECOND = 86_400

type Line = { number: number; text: string }

/** The first thing that is wrong with a WebVTT or SubRip file; undefined for a good one. */
export function captionFileProblem(file: string): CaptionFileProblem | undefined {
  const lines = file
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((text, index): Line => ({ number: index + 1, text }))
  const unreadable = lines.find(({ text }) => UNREADABLE.test(text))
  if (unreadable) return { line: unreadable.number, code: 'ENCODING' }
  const blocks = blocksOf(lines)
  const isVtt = HEADER.test(lines[0]?.text ?? '')
  if (!isVtt && !isSubRip(blocks[0])) return { line: 1, code: 'HEADER' }
  // What stands directly under the name of the file is its head.
  const captions = blocks.slice(isVtt ? 1 : 0).filter(([first]) => !isVtt || !ASIDE.test(first?.text ?? ''))
  if (captions.length === 0) return { line: lines.length, code: 'EMPTY' }
  let before = 0
  for (const block of captions) {
    const read = readBlock(block)
    if ('code' in read) return read
    if (read.start < before) return { line: read.line, code: 'ORDER' }
    before = read.start
  }
  return undefined
}

/** Runs of lines that an empty one parts. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [[]]
  for (const line of lines)
    if (line.text.trim() === '') blocks.push([])
    else blocks.at(-1)?.push(line)
  return blocks.filter(({ length }) => length > 0)
}

const isSubRip = (block: readonly Line[] = []): boolean =>
  block.slice(0, 2).some(({ text }) => text.includes('-->')) && /^(\d+$|.*-->)/.test(block[0]?.text.trim() ?? '')

function readBlock(block: readonly Line[]): CaptionFileProblem | { start: number; line: number } {
  const at = block.findIndex(({ text }) => text.includes('-->'))
  const [first] = block
  // Before its times a caption has a name at most.
  if (!first || at < 0 || at > 1) return { line: first?.number ?? 1, code: 'NO_TIME' }
  const [times, ...words] = block.slice(at)
  if (!times) return { line: first.number, code: 'NO_TIME' }
  const line = times.number
  const found = TIMES.exec(times.text.trim())
  if (!found) return { line, code: 'TIME' }
  const [start, end] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
  if (end > LAST_SECOND) return { line, code: 'TOO_LATE' }
  if (end <= start) return { line, code: 'BACKWARDS' }
  if (words.length === 0) return { line, code: 'NO_WORDS' }
  const arrow = words.find(({ text }) => text.includes('-->'))
  if (arrow) return { line: arrow.number, code: 'ARROW' }
  const markup = words.find(({ text }) => TAGS.test(text))
  if (markup) return { line: markup.number, code: 'MARKUP' }
  return { start, line }
}

const secondsOf = ([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
