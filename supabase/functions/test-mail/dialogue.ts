/** One line of the talk with the mail server. */
export type DialogueLine = { from: 'client' | 'server'; text: string }

const LONGEST_LINE = 500
const MOST_LINES = 60

/**
 * Keeps the talk of nodemailer with a mail server, line by line, without what nobody may read: passwords, whatever
 * else is said while signing in, and the name of the machine that the server runs on.
 */
export function recordDialogue() {
  const lines: DialogueLine[] = []
  let signingIn = false
  let ownName = ''

  function say(from: DialogueLine['from'], text: string): void {
    const hidden = ownName ? text.replaceAll(ownName, '•••') : text
    if (lines.length < MOST_LINES) lines.push({ from, text: hidden.slice(0, LONGEST_LINE) })
  }

  function hear(entry: { tnx?: string }, message: string): void {
    if (entry?.tnx !== 'client' && entry?.tnx !== 'server') return
    for (const line of String(message).split(/\r?\n/).filter(Boolean)) {
      if (entry.tnx === 'server') {
        const goesOn = line.startsWith('334')
        say('server', signingIn && goesOn ? '334 •••' : line)
        if (!goesOn) signingIn = false
      } else if (/^AUTH\b/i.test(line)) {
        signingIn = true
        say('client', `AUTH ${line.split(' ')[1] ?? ''} •••`)
      } else {
        // Servers say it again in their greeting.
        ownName = /^(?:EHLO|HELO|LHLO) (\S+)/i.exec(line)?.[1] ?? ownName
        say('client', signingIn ? '•••' : line)
      }
    }
  }

  const nothing = () => undefined
  const logger = { level: nothing, trace: hear, debug: hear, info: hear, warn: nothing, error: nothing, fatal: nothing }
  return { lines, logger }
}
