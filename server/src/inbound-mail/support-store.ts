import type { KindOf } from '../../../supabase/functions/_shared/kinds.ts'
import { askAsServer, CallRefused, callAsServer, type Reached } from '../http/call-as-server.ts'
import type { InboundMail } from './read-mail.ts'
import { placeOf, type RefusedFile, type StoredMailFile } from './store-files.ts'

const BUCKET = 'support-files'
const ADDRESS = /^[^\s\p{C}]{3,320}$/u

export type Outcome =
  | 'threaded'
  | 'held'
  | 'opened'
  | 'repeated'
  | 'unknown'
  | 'busy'
  | 'full'
  | 'unreadable'
  | 'absence'

/** What the database is given of a mail. Every text is bounded by the reader; bytes travel through the storage alone. */
export type SentMail = {
  recipient: string
  id: string
  mail_id: string | null
  references: string[]
  sender: string
  sender_name: string
  is_verified: boolean
  /** By its subject a note that somebody is away. */
  is_absence: boolean
  subject: string
  words: string
  rest: string
  files: SentFile[]
}
type SentFile = Pick<StoredMailFile, 'name' | 'mime' | 'bytes'> &
  ({ path: string } | { refusal: RefusedFile['refusal'] })

/** Why a mail is in no conversation: dropped as no word of a person, or refused for good. */
export type ListedReason = KindOf<'refused_mails.reason'>

/** A line of the list of mails that were not taken. */
export type ListedMail = {
  /** The same however often the same mail is refused for the same reason. */
  key: string
  reason: ListedReason
  recipient: string | null
  sender: string | null
  is_verified: boolean
  subject: string
  bytes: number
  /** Of a mail that was dropped as a program's: what staff may take after all. */
  content: SentMail | null
}

/** Allows the fields of a shape and no others, also of a value that was put together elsewhere. */
type Exact<Shape, Given extends Shape> = Given & Record<Exclude<keyof Given, keyof Shape>, never>

type ReadyMail = Pick<
  InboundMail,
  'id' | 'messageId' | 'references' | 'sender' | 'senderName' | 'subject' | 'words' | 'rest'
> & { recipient: string; isVerified: boolean; isAbsence: boolean }
type WithFiles = ReadyMail & { files: (StoredMailFile | RefusedFile)[] }

/**
 * What the database and the storage do with mails, asked with the service key. Everything throws where they are away, and
 * CallRefused where they refuse.
 */
export function createSupportStore(backend: Reached, siteUrl: string) {
  const ask = askAsServer(backend, siteUrl)
  const call = callAsServer(backend, siteUrl)
  const store = async (path: string, content: Buffer) => {
    // Bytes to save, whatever they are: no browser shows them as a page.
    const type = 'application/octet-stream'
    const answer = await ask(`/storage/v1/object/${BUCKET}/${path}`, 'POST', new Uint8Array(content), type)
    const text = await answer.text()
    if (!answer.ok && !/duplicate|already exists/i.test(text)) throw new CallRefused('a file', answer.status, text)
  }
  const storeFile = async (file: StoredMailFile | RefusedFile, mailKey: string): Promise<SentFile> => {
    const { name, mime, bytes } = file
    if ('refusal' in file) return { name, mime, bytes, refusal: file.refusal }
    const path = placeOf(mailKey, file)
    await store(path, file.content)
    return { name, mime, bytes, path }
  }
  return {
    isKnown: async (recipient: string): Promise<boolean> =>
      ADDRESS.test(recipient) && (await call('support_mail_place', { recipient })) !== null,
    /** Files first: a mail that is noted has all of them, and what is not noted in the end is cleared away. */
    async receive(mail: WithFiles): Promise<Outcome> {
      const files: SentFile[] = []
      for (const file of mail.files) files.push(await storeFile(file, `${mail.id}\n${mail.sender}\n${mail.recipient}`))
      return ((await call('receive_support_mail', { mail: sentMail(mail, files) })) as { outcome: Outcome }).outcome
    },
    /** Lists a mail that was not taken, once. */
    list: async (mail: ListedMail): Promise<void> => void (await call('list_refused_mail', { mail })),
    async tidy(): Promise<number> {
      await call('forget_refused_mails', {})
      const stale = (await call('stale_support_files', {})) as string[]
      for (const name of stale) await ask(`/storage/v1/object/${BUCKET}/${name}`, 'DELETE')
      return stale.length
    },
  }
}

/** What the database is given of a mail that was read, with what became of its files. */
export function sentMail(mail: ReadyMail, files: SentFile[]): SentMail {
  const { recipient, id, references, sender, subject, words, rest } = mail
  return exactMail({
    ...{ recipient, id, references, sender, subject, words, rest, files },
    mail_id: mail.messageId ?? null,
    sender_name: mail.senderName,
    is_verified: mail.isVerified,
    is_absence: mail.isAbsence,
  })
}

/** Gives back a mail that has the fields that the database is sent, and lets the compiler refuse any other. */
export const exactMail = <Given extends SentMail>(mail: Exact<SentMail, Given>): SentMail => mail
