import { type CaughtMail, type Mailbox, mailboxOf } from './mailbox.ts'

type Summary = { ID: string; Created: string; Subject: string; To: { Address: string }[] }
type Message = { HTML: string; Text: string }

/**
 * The mails that a catcher with the interface of Mailpit holds (its API v1: `search`, `message/{ID}` and its `headers`).
 * @param address of the catcher; its clock must agree with ours to the second
 * @throws when it does not answer
 */
export function catcherMailbox(address: string): Mailbox {
  const base = address.replace(/\/+$/, '')
  const kept = new Map<string, Promise<CaughtMail>>()

  async function get<Body>(path: string): Promise<Body> {
    const answer = await fetch(`${base}/api/v1/${path}`)
    if (!answer.ok) throw new Error(`The mail catcher answered ${answer.status} to ${path}`)
    return (await answer.json()) as Body
  }

  async function read({ ID, Created, Subject }: Summary, recipient: string): Promise<CaughtMail> {
    const [{ HTML, Text }, headers] = await Promise.all([
      get<Message>(`message/${ID}`),
      get<Record<string, string[]>>(`message/${ID}/headers`),
    ])
    return {
      ...{ recipient, subject: Subject, html: HTML, text: Text, receivedAt: Date.parse(Created) },
      headers: Object.fromEntries(Object.entries(headers).map(([name, [value = '']]) => [name.toLowerCase(), value])),
    }
  }

  return mailboxOf(async (recipient) => {
    const query = encodeURIComponent(`to:"${recipient}"`)
    const { messages } = await get<{ messages: Summary[] }>(`search?query=${query}&limit=50`)
    // It finds parts of addresses as well, and the newest first.
    const theirs = messages.filter(({ To }) =>
      To.some(({ Address }) => Address.toLowerCase() === recipient.toLowerCase()),
    )
    const mails = theirs.toReversed().map((summary) => {
      const known = kept.get(summary.ID) ?? read(summary, recipient)
      kept.set(summary.ID, known)
      return known
    })
    return Promise.all(mails)
  }, 500)
}
