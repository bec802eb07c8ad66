import { openTable, tableOfText } from '~/staff/table-file/table-file.rules'
import { isAiken, readAiken } from './aiken-reader.rules'
import { checkImport } from './check-import.rules'
import { readGift } from './gift-reader.rules'
import type { Imported, ImportRead } from './imported.rules'
import { readMoodleXml } from './moodle-reader.rules'
import { headScore } from './question-columns.rules'
import { readQuestionTable } from './question-table.rules'
import { readQuizJson } from './quiz-file.rules'

const listed = (questions: Imported[]): ImportRead => ({ questions, warnings: [] })

const GIFT = /\{\s*(?:[#}]|T\b|F\b|TRUE|FALSE)|\{[^{}]*[~=]|^[ \t]*::|^[ \t]*\$CATEGORY/im

/** A text by what it begins with: JSON of the academy, XML, a table, Aiken, GIFT. */
function readText(text: string): ImportRead {
  const beginning = text.replace(/^\ufeff/, '').trimStart()
  if (beginning.startsWith('<')) {
    const read = readMoodleXml(text)
    return typeof read === 'string' ? { fault: read } : listed(read)
  }
  if (/^[{[]/.test(beginning) && !/^\[(?:html|markdown|plain|moodle)\]/i.test(beginning)) return readQuizJson(text)
  const table = tableOfText(text, headScore)
  const read = 'fault' in table ? table : readQuestionTable(table)
  if (!('fault' in read) || read.fault === 'SAME_COLUMN') return read
  if (isAiken(text)) return listed(readAiken(text))
  return GIFT.test(text) ? listed(readGift(text)) : read
}

/**
 * Reads the questions of a file: a table (CSV, XLSX), GIFT, Moodle XML, Aiken or JSON of the academy, by what it holds,
 * whatever its name says.
 * @returns each question as it may be taken, or why it cannot; or why the file is none
 */
export function readQuestions(bytes: Uint8Array): ReturnType<typeof checkImport> {
  const opened = openTable(bytes)
  return checkImport('fault' in opened ? opened : 'text' in opened ? readText(opened.text) : readQuestionTable(opened))
}
