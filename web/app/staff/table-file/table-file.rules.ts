import { readDelimited } from './delimited.rules'
import type { TableFault, TableFile } from './table.rules'
import { textOfBytes } from './text-bytes.rules'
import { readWorkbook } from './workbook.rules'

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b)

/** What a file is by its first bytes, where it is neither a text nor a ZIP. */
function binaryFault(bytes: Uint8Array): TableFault | undefined {
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'PDF'
  if (!startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return undefined
  // A compound file names its streams in UTF-16.
  const names = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
  if (names.includes('EncryptedPackage')) return 'PASSWORD'
  return names.includes('WordDocument') ? 'WORD' : 'XLS'
}

/** What a text is that calls itself a table and is none. */
function textFault(text: string): TableFault | undefined {
  const beginning = text.slice(0, 2_000).trimStart()
  if (/^(?:<!doctype html|<html|<table|<meta|MIME-Version:)/i.test(beginning)) return 'HTML'
  if (/^<\?xml/.test(beginning) && /urn:schemas-microsoft-com:office:spreadsheet|progid="Excel/.test(beginning))
    return 'XML_SHEET'
  return /^\{[^{}]*"(?:doc_id|resource_id)"/.test(beginning) ? 'GOOGLE_LINK' : undefined
}

/**
 * Opens a file that may be a table: a workbook, or a text that the caller reads as a table or otherwise.
 * @returns sheets, the text, or why it is neither, by name
 */
export function openTable(bytes: Uint8Array): TableFile | { text: string } {
  if (isZip(bytes)) return readWorkbook(bytes)
  const fault = binaryFault(bytes)
  if (fault) return { fault }
  const text = textOfBytes(bytes)
  if ('fault' in text) return text
  const other = textFault(text.text)
  return other ? { fault: other } : { text: text.text }
}

/** A text as a table of one sheet without a name. */
export function tableOfText(text: string, headScore: (fields: readonly string[]) => number): TableFile {
  const read = readDelimited(text, headScore)
  if (read.openQuote !== undefined) return { fault: 'OPEN_QUOTE', row: read.openQuote }
  return { sheets: [{ name: '', rows: read.rows }], hiddenSheets: [], hiddenRows: 0 }
}
