import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { CallRefused, type Reached } from '../http/call-as-server.ts'
import { createFairQueue } from '../workers/fair-queue.ts'
import { type Findings, isAuthentic, readFindings } from './authentication.ts'
import { automaticReason, isAbsenceNote } from './automatic.ts'
import { MailRefusal } from './bounds.ts'
import { firstOf, plainLine } from './plain-text.ts'
import { readHeadInWorker, readMailInWorker } from './read-in-worker.ts'
import type { InboundMail, MailHead } from './read-mail.ts'
import { namedFiles, storeFiles } from './store-files.ts'
import { createSupportStore, type ListedMail, type ListedReason, type Outcome, sentMail } from './support-store.ts'

/** Mails that wait for their turn, in bytes; a sender whose mail has no room sends it again. */
const MOST_WAITING = 64 * 1024 * 1024
/** Of these, what one sender may fill. */
const MOST_OF_ONE = 32 * 1024 * 1024
const TIDY_EVERY_MS = 60 * 60 * 1_000
const ONLY_FILES = '(קבצים בלבד, בלי טקסט)'
const NOTHING = '(מייל בלי טקסט)'
/** Outcomes that the list of refused mails shows: what comes again, and what is no mail to us, is not in it. */
const LISTED: Partial<Record<Taken, ListedReason>> = {
  full: 'full',
  unreadable: 'unreadable',
  refused: 'refused',
  absence: 'automatic',
}

export type Delivery = {
  raw: Buffer
  /** How many bytes the mail has, where it has more than may be and `raw` is only its beginning. */
  bytes?: number | undefined
  /** Where it is to go, the first that is ours; without, the addresses that the mail itself names. */
  recipients?: string[] | undefined
  /** The way back that the mail server was told: empty for reports, undefined where nobody knows. */
  returnPath?: string | undefined
  /** What whoever hands the mail in found out of its sender; without, the mail's own headers are read. */
  findings?: Findings | undefined
}

/** What became of a mail; `refused` where the database or the storage never takes it. */
export type Taken = Outcome | 'dropped' | 'refused' | MailRefusal['reason']

export type Inbox = {
  /** Whether mail is received at an address. @throws where the database is away */
  isKnown(recipient: string): Promise<boolean>
  /**
   * Reads a mail and stores it, or lists it with why not: what is answered afterwards is kept.
   * @throws where the mail may be taken later, because the database or the storage is away
   */
  take(delivery: Delivery): Promise<Taken>
  stop(): void
}

type Parts = {
  backend: Reached
  siteUrl: string
  /** Addresses that the academy itself writes from. */
  own: string[]
  /** Whose `Authentication-Results` are believed. */
  trustedServer: string | undefined
  log: Logger
}

/** Where all mails to the support come in, by whatever way; one is read at a time, of each sender in turn. */
export function createInbox({ backend, siteUrl, own, trustedServer, log: logger }: Parts): Inbox {
  const log = logger.child({ part: 'inbound mail' })
  const desk = createSupportStore(backend, siteUrl)
  const inTurn = createFairQueue({ atOnce: 1, mostWaiting: Number.POSITIVE_INFINITY })
  const waiting = new Map<string, number>()

  const isKnown = (recipient: string) => desk.isKnown(recipient).catch(unlessFinal(false))
  /** That of a ticket before the bare one, which people add. */
  const firstKnown = async (addresses: string[]): Promise<string | undefined> => {
    const isOfTicket = (address: string) => address.includes('+')
    for (const address of [...addresses.filter(isOfTicket), ...addresses.filter((one) => !isOfTicket(one))].slice(
      0,
      10,
    ))
      if (await isKnown(address)) return address
    return undefined
  }
  const isVerified = ({ sender, headers }: MailHead, { findings }: Delivery): boolean => {
    const found = findings ?? (trustedServer ? readFindings(headers, trustedServer) : undefined)
    return found !== undefined && isAuthentic(sender, found)
  }
  /** @throws where nobody answers: a mail is neither dropped nor refused without a line */
  const list = async (
    delivery: Delivery,
    recipient: string | undefined,
    head: MailHead,
    reason: ListedReason,
    content: ListedMail['content'] = null,
  ) => {
    const { raw, bytes = raw.length, returnPath } = delivery
    const key = createHash('sha256').update(`${reason}\n${recipient}\n`).update(raw).digest('hex')
    const sender = head.sender || firstOf(plainLine(returnPath ?? ''), 254) || null
    const line = { key, reason, sender, bytes, subject: head.subject, is_verified: isVerified(head, delivery) }
    await desk.list({ ...line, recipient: recipient ?? null, content }).catch((error) => {
      if (!(error instanceof CallRefused && error.isFinal)) throw error
      log.error({ err: error }, 'a mail that was not taken could not be listed')
    })
  }
  const ready = (mail: InboundMail, recipient: string, delivery: Delivery) => ({
    ...mail,
    recipient,
    words: mail.words || (mail.enclosures.length > 0 ? ONLY_FILES : NOTHING),
    isVerified: isVerified(mail, delivery),
    isAbsence: isAbsenceNote(mail.subject),
  })
  const store = async (mail: InboundMail, recipient: string, delivery: Delivery): Promise<Outcome | 'refused'> => {
    const files = await storeFiles(mail.enclosures, senderOf(delivery))
    return desk.receive({ ...ready(mail, recipient, delivery), files }).catch((error: unknown) => {
      if (!(error instanceof CallRefused && error.isFinal)) throw error
      log.error({ err: error }, 'a mail is refused, because the database or the storage never takes it')
      return 'refused'
    })
  }
  const settle = async (delivery: Delivery): Promise<Taken> => {
    const { raw, bytes = raw.length } = delivery
    const found = await readMailInWorker(raw, bytes, senderOf(delivery)).catch(onlyRefusal)
    const isRefused = found instanceof MailRefusal
    const mail = isRefused ? await readHeadInWorker(raw, senderOf(delivery)) : found
    const recipient = await firstKnown(delivery.recipients ?? mail.recipients)
    if (isRefused) {
      await list(delivery, recipient, mail, found.reason.toLowerCase() as Lowercase<MailRefusal['reason']>)
      return found.reason
    }
    if (!recipient) return 'unknown'
    const { returnPath } = delivery
    const addresses = [...own, recipient.replace(/\+[^@]*@/, '@').toLowerCase()]
    const reason = automaticReason(found.headers, { returnPath, sender: found.sender, own: addresses })
    const taken = reason ? 'dropped' : await store(found, recipient, delivery)
    const listed = reason ?? LISTED[taken]
    // A person may have written what looks like a program's: it can be taken after all.
    const isDropped = taken === 'dropped' || taken === 'absence'
    const content = isDropped ? sentMail(ready(found, recipient, delivery), namedFiles(found.enclosures)) : null
    if (listed) await list(delivery, recipient, found, listed, content)
    return isDropped ? 'dropped' : taken
  }
  // In turn: a mail that comes again may be about to name a file that waited here unnamed.
  const timer = setInterval(
    () =>
      void inTurn('', desk.tidy).catch((error) =>
        log.warn({ err: error }, 'files of mails that are gone are not cleared'),
      ),
    TIDY_EVERY_MS,
  ).unref()
  return {
    isKnown,
    take: async (delivery) => {
      const { raw, bytes = raw.length } = delivery
      const sender = senderOf(delivery)
      const own = waiting.get(sender) ?? 0
      const all = [...waiting.values()].reduce((sum, one) => sum + one, 0)
      const hasRoom = own + raw.length <= MOST_OF_ONE && all + raw.length <= MOST_WAITING
      waiting.set(sender, own + raw.length)
      try {
        const outcome = hasRoom ? await inTurn(sender, () => settle(delivery)) : 'busy'
        log.info({ outcome, bytes }, 'a mail came in')
        return outcome
      } catch (error) {
        log.warn({ err: error, bytes }, 'a mail could not be stored; its sender keeps it')
        throw error
      } finally {
        const left = (waiting.get(sender) ?? 0) - raw.length
        if (left > 0) waiting.set(sender, left)
        else waiting.delete(sender)
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** Whose turn a mail takes: nobody has proved it yet, and whoever names another delays but one line of mails. */
const senderOf = ({ returnPath = '' }: Delivery): string => returnPath.slice(0, 320).toLowerCase()

const onlyRefusal = (error: unknown): MailRefusal => {
  if (error instanceof MailRefusal) return error
  throw error
}

/** Takes a refusal that holds for good as a value, and throws whatever else. */
const unlessFinal =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof CallRefused && error.isFinal) return value
    throw error
  }
