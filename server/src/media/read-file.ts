import { checkPdf } from './check-pdf.ts'
import { broken, MediaRefusal } from './refusal.ts'
import { entryNames } from './zip-names.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  zip: 'application/zip',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
} as const
export type FileEnding = keyof typeof TYPES

/** Controls that no table holds; tab, line feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for are these
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f]/
const MARKUP = /^\s*<|<(script|html|svg|\?xml|!doctype)/i
const MACROS = /(^|\/)(vbaProject\.bin|vbaData\.xml|macrosheets\/)|\.(bin|exe|dll|js|vbs|ps1)$/i

/**
 * What a file to take along is, by its content and never by its name: a PDF that only shows pages, a table (CSV in UTF-8), a document or
 * workbook of Office without macros, or an archive, which is not opened.
 * @throws MediaRefusal for anything else
 */
export function readFileType(bytes: Buffer): { mime: string; ending: FileEnding } {
  const ending = endingOf(bytes)
  return { mime: TYPES[ending], ending }
}

function endingOf(bytes: Buffer): FileEnding {
  const head = bytes.toString('latin1', 0, 8)
  if (head.startsWith('%PDF-')) return pdf(bytes)
  if (head.startsWith('PK\x03\x04')) return archive(bytes)
  if (head.startsWith('\xd0\xcf\x11\xe0')) throw new MediaRefusal('WRONG_TYPE')
  return table(bytes)
}

function pdf(bytes: Buffer): FileEnding {
  if (!bytes.subarray(-2048).includes('%%EOF')) broken()
  checkPdf(bytes)
  return 'pdf'
}

function archive(bytes: Buffer): FileEnding {
  const names = entryNames(bytes)
  if (!names.includes('[Content_Types].xml')) return 'zip'
  const ending = names.includes('word/document.xml') ? 'docx' : names.includes('xl/workbook.xml') ? 'xlsx' : undefined
  if (!ending) throw new MediaRefusal('WRONG_TYPE')
  if (names.some((name) => MACROS.test(name) && !/printerSettings\d*\.bin$/.test(name)))
    throw new MediaRefusal('MACROS')
  return ending
}

function table(bytes: Buffer): FileEnding {
  if (bytes.length === 0 || bytes.includes(0)) throw new MediaRefusal('WRONG_TYPE')
  const words = decoded(bytes)
  if (CONTROLS.test(words) || MARKUP.test(words) || /^(#!|MZ|%!)/.test(words)) throw new MediaRefusal('WRONG_TYPE')
  if (!/[,;\t]/.test(words.split('\n', 1)[0] ?? '')) throw new MediaRefusal('WRONG_TYPE')
  return 'csv'
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new MediaRefusal(/[,;\t]/.test(bytes.toString('latin1', 0, 500)) ? 'ENCODING' : 'WRONG_TYPE')
  }
}
