import { plainLine } from './plain-text.ts'

export const ENCRYPTED = '(ההודעה מוצפנת, ואי אפשר לקרוא אותה כאן)'
const INVITATION = 'הזמנה ביומן'
const ATTACHED = '---------- הודעה מצורפת ----------'
const MOST_ICS = 100_000
const CLEAR_SIGNED =
  /^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z]+: [^\n]*\n)*\n([\s\S]*?)\n(-----BEGIN PGP SIGNATURE-----\n[\s\S]*)$/

/** A mail in a mail, under who sent it and what it is about. */
export const attachedMail = (sender: string, subject: string, words: string): string =>
  [ATTACHED, `מאת: ${sender}`, `נושא: ${subject}`, '', words].join('\n')

/** What an invitation to a meeting says (RFC 5545), where its mail has no words; empty where there is nothing to say. */
export function invitationIn(calendar: Buffer): string {
  const text = calendar
    .subarray(0, MOST_ICS)
    .toString('utf8')
    .replace(/\r?\n[ \t]/g, '')
  const event = text.slice(Math.max(0, text.indexOf('BEGIN:VEVENT')))
  const factOf = (name: string) =>
    plainLine(
      new RegExp(`^${name}(?:;[^:\\n]{0,200})?:(.{1,500})`, 'm').exec(event)?.[1]?.replace(/\\([,;n])/g, '$1') ?? '',
    )
  const [, year, month, day, hour, minute, zone] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?/.exec(factOf('DTSTART')) ?? []
  const clock = hour ? ` ${hour}:${minute}${zone ? ' UTC' : ''}` : ''
  const facts = [factOf('SUMMARY'), year && `${year}-${month}-${day}${clock}`, factOf('LOCATION')].filter(Boolean)
  return facts.length > 0 ? `(${INVITATION}: ${facts.join(', ')})` : ''
}

/** The words that OpenPGP signs within a text (RFC 9580, 7), and its signature; undefined for a text without. */
export function clearSigned(text: string): { words: string; signature: string } | undefined {
  const [, words, signature] = CLEAR_SIGNED.exec(text.trim()) ?? []
  return words === undefined || signature === undefined ? undefined : { words: words.replace(/^- /gm, ''), signature }
}
