/** The most bytes of a mail: some megabytes of files, which mails carry a third larger. */
export const MOST_BYTES = 12 * 1024 * 1024
const MOST_LINES = 250_000
/** Of these a mail's words consist; files are written in lines of 76. */
const MOST_SHORT_LINES = 50_000
const SHORT = 50
const LF = 10

/** A mail that can never be taken, however often it comes. */
export class MailRefusal extends Error {
  constructor(readonly reason: 'TOO_LARGE' | 'UNREADABLE' | 'SENDER') {
    super(reason)
  }
}

/**
 * Looks at the bytes of a mail before anything reads it: what a parser does costs by the line.
 * @param bytes as many as it has, where `raw` is only its beginning
 * @throws MailRefusal for more bytes or lines than a mail of a person has
 */
export function checkBounds(raw: Buffer, bytes = raw.length): void {
  if (bytes > MOST_BYTES) throw new MailRefusal('TOO_LARGE')
  let lines = 0
  let short = 0
  for (let from = 0; from < raw.length; ) {
    const found = raw.indexOf(LF, from)
    const end = found < 0 ? raw.length : found
    if (end - from < SHORT) short++
    lines++
    from = end + 1
    if (lines > MOST_LINES || short > MOST_SHORT_LINES) throw new MailRefusal('TOO_LARGE')
  }
}
