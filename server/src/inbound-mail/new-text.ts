/** The words that a person added, and what their program put beneath: what they answer to, and how they sign. */
export type NewWords = { words: string; rest: string }

/** A sentence before a quotation may be broken over so many lines. */
const LINES_OF_A_SENTENCE = 3
const LONGEST_LINE = 500

/** `On Wed, Nov 25, 2026 at 9:30 AM Dana <dana@example.org> wrote:` in the languages of our students. */
const SENTENCES = [
  /^(?:On|Am|Le|El)\s.{6,300}\s(?:wrote|schrieb|a écrit|escribió)\s?:$/i,
  /^(?:בתאריך|ביום|ב[-־–]?\s?\d|יום|\d).{6,300}[\s>](?:מאת\s.{2,200}|כתב(?:ה|\/ה|\/ת|ו)?\s?):$/,
  /^(?:في|بتاريخ|يوم)\s.{6,300}[\s>]كتبت?.{0,200}:$/,
]
/** What tells it from the sentence of a person: the clock, or an address. */
const CLOCK_OR_ADDRESS = /\d{1,2}[:.]\d\d|@/
/** A line that nobody types and after which everything is quoted. */
const BREAKS = [
  /^-{2,}\s?(?:Original Message|Original Appointment|ההודעה המקורית|הודעה מקורית|הודעה מקורית שהועברה|الرسالة الأصلية)\s?-{2,}$/i,
  /^_{20,}$/,
]
const FROM = /^\*?(?:From|מאת|من)\s?:\*?\s?\S/i
const HEADER = /^\*?(?:Sent|Date|To|Cc|Subject|נשלח|תאריך|אל|עותק|נושא|תאריך שליחה|تاريخ|إلى|الموضوع)\s?:/i
const DEVICES = '(?:i ?Phone|i ?Pad|Galaxy|Samsung|Android|Xiaomi|Outlook|Yahoo|Proton|Gmail|Mail|מכשיר|טלפון|נייד)'
const SIGNATURES = [
  /^--$/,
  new RegExp(`^(?:Sent (?:from|with)|Get)\\s.{0,20}${DEVICES}.{0,60}$`, 'i'),
  new RegExp(`^(?:נשלח מ|נשלח באמצעות |קבל(?:ו|י)? את |להורדת ).{0,12}${DEVICES}.{0,60}$`, 'i'),
]

/**
 * Parts what a person wrote in answer from what their program quoted and signed. Answers between quoted lines stay, and
 * where nothing would stay, nothing is cut.
 */
export function newWords(text: string): NewWords {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const whole = tidy(lines)
  const { kept, rest } = withoutQuotation(lines)
  const signature = kept.findIndex((line, at) => at > 0 && matches(SIGNATURES, line))
  const unsigned = signature < 0 ? kept : kept.slice(0, signature)
  const words = tidy(unsigned)
  if (!words) return { words: whole, rest: '' }
  return { words, rest: tidy([...(signature < 0 ? [] : kept.slice(signature)), ...rest]) }
}

type Parted = { kept: string[]; rest: string[] }

function withoutQuotation(lines: string[]): Parted {
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('>') && lines[at + 1]?.startsWith('>')) return partQuoted(lines, at)
    if (matches(BREAKS, line) || isHeaderBlock(lines, at)) return { kept: lines.slice(0, at), rest: lines.slice(at) }
    const length = sentenceAt(lines, at)
    if (length > 0) {
      const next = at + length + lines.slice(at + length).findIndex((after) => after !== '')
      return lines[next]?.startsWith('>')
        ? partQuoted(lines, at, at + length)
        : { kept: lines.slice(0, at), rest: lines.slice(at) }
    }
  }
  return { kept: lines, rest: [] }
}

/** Lines with a sign before them are the quotation; between and beneath them the person may have answered. */
function partQuoted(lines: string[], from: number, quoted = from): Parted {
  const isQuoted = (line: string, at: number) => at >= from && (at < quoted || line.startsWith('>'))
  return { kept: lines.filter((line, at) => !isQuoted(line, at)), rest: lines.filter(isQuoted) }
}

/** How many lines the sentence before a quotation has that begins here; 0 for none. */
function sentenceAt(lines: string[], at: number): number {
  let sentence = ''
  for (let length = 1; length <= LINES_OF_A_SENTENCE; length++) {
    const line = lines[at + length - 1]?.trim()
    if (!line) return 0
    sentence = length === 1 ? line : `${sentence} ${line}`
    if (matches(SENTENCES, sentence) && CLOCK_OR_ADDRESS.test(sentence)) return length
  }
  return 0
}

/** `From:` with two more headers beneath it, as Outlook quotes. */
function isHeaderBlock(lines: string[], at: number): boolean {
  if (!FROM.test(lines[at] ?? '')) return false
  const beneath = lines.slice(at + 1, at + 8)
  return beneath.filter((line) => HEADER.test(line)).length >= 2
}

const matches = (patterns: RegExp[], line: string): boolean =>
  line.length <= LONGEST_LINE && patterns.some((pattern) => pattern.test(line.trim()))

const tidy = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
