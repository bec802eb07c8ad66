export type CaughtMail = {
  recipient: string
  subject: string
  html: string
  text: string
  /** By name in lower case. */
  headers: Record<string, string>
  /** Milliseconds since 1970, by the clock of what received it. */
  receivedAt: number
}

/** What tests know of the mails that an academy sent, whoever caught them. */
export type Mailbox = {
  /** The mails to a recipient, the oldest first. */
  sentTo(recipient: string): Promise<CaughtMail[]>
  /**
   * Waits for the newest mail to a recipient that came after `since` (ms of Date.now) and holds a link to `linkTo`. Mails
   * about the security of the account come beside the others, and are found by their own link only.
   * @throws when none came within a minute
   */
  waitFor(recipient: string, since?: number, linkTo?: string): Promise<CaughtMail>
}

const DEADLINE_MS = 60_000

/** Where mails about the security of an account lead. */
export const NOTICE_LINK = '/auth/not-me'

/** A mailbox of what `sentTo` gives, asked every so many milliseconds while a mail is waited for. */
export function mailboxOf(sentTo: Mailbox['sentTo'], everyMs: number): Mailbox {
  return {
    sentTo,
    async waitFor(recipient, since = 0, linkTo = '') {
      for (let waited = 0; waited < DEADLINE_MS; waited += everyMs) {
        const mail = (await sentTo(recipient)).findLast(
          ({ receivedAt, text }) =>
            receivedAt >= since && text.includes(linkTo) && (linkTo === NOTICE_LINK || !text.includes(NOTICE_LINK)),
        )
        if (mail) return mail
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
      throw new Error(`No mail for ${recipient} within ${DEADLINE_MS / 1000} seconds`)
    },
  }
}

/** The first link of a mail that leads to `path`. */
export function linkIn(mail: CaughtMail, path: string): string {
  const link = [...mail.html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll(/&(amp|#38);/g, '&'))
    .find((href) => new URL(href).pathname.startsWith(path))
  if (!link) throw new Error(`The mail "${mail.subject}" has no link to ${path}`)
  return link
}

/** The six digits of a mail. */
export function codeIn(mail: CaughtMail): string {
  const code = /\b(\d{6})\b/.exec(mail.text)?.[1]
  if (!code) throw new Error(`The mail "${mail.subject}" has no code`)
  return code
}
