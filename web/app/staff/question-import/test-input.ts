import type { NoteCode, ReasonCode } from './imported.rules'

/** A file as a program writes it, and what comes of it: questions that are taken, and what is refused by place and reason. */
export type TestInput = {
  from: string
  file: string | Uint8Array
  takes?: object[]
  refuses?: [place: number, code: ReasonCode, field?: string][]
  warns?: string[]
  notes?: NoteCode[]
  fault?: string
}
const HEBREW_AT = 0x5d0

/** Windows-1255, and iso-8859-8: Hebrew letters from 0xe0 on. */
export const windows1255 = (text: string): Uint8Array =>
  Uint8Array.from([...text], (sign) => {
    const code = sign.charCodeAt(0)
    if (code >= HEBREW_AT && code <= 0x5ea) return code - HEBREW_AT + 0xe0
    return { '₪': 0xa4, '״': 0xd4, '׳': 0xd3, '־': 0xce }[sign] ?? code
  })
/** Code page 862 of DOS: Hebrew letters from 0x80 on. */
export const dos862 = (text: string): Uint8Array =>
  Uint8Array.from([...text], (sign) => {
    const code = sign.charCodeAt(0)
    return code >= HEBREW_AT && code <= 0x5ea ? code - HEBREW_AT + 0x80 : code
  })
/** UTF-16 with or without its mark. */
export function utf16(text: string, isBig: boolean, hasMark: boolean): Uint8Array {
  const whole = hasMark ? `\ufeff${text}` : text
  const bytes = new Uint8Array(whole.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < whole.length; at++) view.setUint16(at * 2, whole.charCodeAt(at), !isBig)
  return bytes
}
export const rows = (separator: string, ...lines: string[][]): string =>
  lines.map((line) => line.join(separator)).join('\r\n')
