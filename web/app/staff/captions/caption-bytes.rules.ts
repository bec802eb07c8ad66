/** The text of a file, and the encoding it was read by. */
export type DecodedText = { text: string; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1255' }

/**
 * The text of a file of bytes: UTF-8, UTF-16 as Notepad and Aegisub write it, or Windows-1255 as old programs for Hebrew
 * do. Bytes that fit none are U+FFFD, as the Encoding standard has it.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes)
  for (const encoding of wide ? ([wide] as const) : (['utf-8', 'windows-1255'] as const)) {
    const text = decoded(bytes, encoding)
    if (text !== undefined && (encoding !== 'windows-1255' || looksHebrew(text))) return { text, encoding }
  }
  return { text: new TextDecoder().decode(bytes), encoding: 'utf-8' }
}

/** UTF-16 by its byte order mark, or by the zero beside the first character, which is a digit or a Latin letter. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be'
  return undefined
}

function decoded(bytes: Uint8Array, encoding: DecodedText['encoding']): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** French and German in Windows-1252 give single Hebrew letters within Latin words, Hebrew gives words of them. */
const looksHebrew = (text: string): boolean =>
  (text.match(/[א-ת]{2}/g)?.length ?? 0) > 2 * (text.match(/[a-z][א-ת]|[א-ת][a-z]/gi)?.length ?? 0)
