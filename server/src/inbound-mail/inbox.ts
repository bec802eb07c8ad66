import type { Logger } from 'pino'
import type { Backend } from '../backend.ts'
import { type Findings, isAuthentic, readFindings } from './authentication.ts'
import { automaticReason } from './automatic.ts'
import { MailRefusal } from './bounds.ts'
import { createDesk, type Outcome } from './desk.ts'
import { keepFiles } from './keep-files.ts'
import { type InboundMail, readMail } from './read-mail.ts'

/** Mails that wait for their turn, in bytes; a sender whose mail has no room sends it again. */
const MOST_WAITING = 64 * 1024 * 1024
const TIDY_EVERY_MS = 60 * 60 * 1_000
const ONLY_FILES = '(קבצים בלבד, בלי טקסט)'
const NOTHING = '(מייל בלי טקסט)'

export type Delivery = {
  raw: Buffer
  recipient: string
  /** The way back that the mail server was told: empty for reports, undefined where nobody knows. */
  returnPath?: string | undefined
  /** What whoever hands the mail in found out of its sender; without, the mail's own headers are read. */
  findings?: Findings | undefined
}

export type Taken = Outcome | 'dropped' | MailRefusal['reason']

export type Inbox = {
  /** Whether mail is received at an address. @throws where the database is away */
  isKnown(recipient: string): Promise<boolean>
  /** Reads a mail and stores it: what is answered afterwards is kept. @throws where it could not be stored */
  take(delivery: Delivery): Promise<Taken>
  stop(): void
}

type Parts = {
  backend: Pick<Backend, 'fetch' | 'publicUrl' | 'serviceRoleKey'>
  siteUrl: string
  /** Addresses that the academy itself writes from. */
  own: string[]
  /** Whose `Authentication-Results` are believed. */
  trustedServer: string | undefined
  log: Logger
}

/** Where all mails to the support come in, by whatever way; one is read at a time. */
export function createInbox({ backend, siteUrl, own, trustedServer, log }: Parts): Inbox {
  const desk = createDesk(backend, siteUrl)
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = async (bytes: number, work: () => Promise<Taken>): Promise<Taken> => {
    if (waiting + bytes > MOST_WAITING) return 'busy'
    waiting += bytes
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn.finally(() => {
      waiting -= bytes
    })
  }
  const store = async ({ recipient, returnPath, findings, raw }: Delivery): Promise<Taken> => {
    const mail = await readMail(raw)
    const addresses = [...own, recipient.replace(/\+[^@]*@/, '@').toLowerCase()]
    if (automaticReason(mail.headers, { returnPath, sender: mail.sender, own: addresses })) return 'dropped'
    const found = findings ?? (trustedServer ? readFindings(mail.headers, trustedServer) : undefined)
    return desk.receive({
      ...(await withFiles(mail)),
      recipient,
      is_verified: found !== undefined && isAuthentic(mail.sender, found),
    })
  }
  const withFiles = async (mail: InboundMail) => ({
    ...mail,
    words: mail.words || (mail.enclosures.length > 0 ? ONLY_FILES : NOTHING),
    files: await keepFiles(mail.enclosures),
  })
  const timer = setInterval(
    () => void desk.tidy().catch((error) => log.warn({ err: error }, 'files of mails that are gone are not cleared')),
    TIDY_EVERY_MS,
  ).unref()
  return {
    isKnown: (recipient) => desk.isKnown(recipient),
    take: (delivery) =>
      inTurn(delivery.raw.length, async () => {
        const taken = await store(delivery).catch((error: unknown) => {
          if (error instanceof MailRefusal) return error.reason
          log.warn({ part: 'inbound mail', err: error }, 'a mail could not be stored; its sender keeps it')
          throw error
        })
        log.info({ part: 'inbound mail', outcome: taken, bytes: delivery.raw.length }, 'a mail came in')
        return taken
      }),
    stop: () => clearInterval(timer),
  }
}
