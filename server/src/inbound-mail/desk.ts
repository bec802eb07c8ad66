import type { Backend } from '../backend.ts'
import { type KeptFile, placeOf, type RefusedFile } from './keep-files.ts'
import type { InboundMail } from './read-mail.ts'

const BUCKET = 'support-files'

export type Outcome = 'threaded' | 'held' | 'opened' | 'repeated' | 'unknown' | 'busy' | 'full' | 'unreadable'

type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'serviceRoleKey'>
type ReadyMail = Pick<
  InboundMail,
  'id' | 'messageId' | 'references' | 'sender' | 'senderName' | 'subject' | 'words' | 'rest'
> & { recipient: string; is_verified: boolean; files: (KeptFile | RefusedFile)[] }

/** What the database and the storage do with mails, asked with the service key. Everything throws where they are away. */
export function createDesk({ fetch: send, publicUrl, serviceRoleKey = '' }: Reached, siteUrl: string) {
  const ask = (path: string, method: string, body?: BodyInit, type = 'application/json') =>
    send(`${publicUrl || siteUrl}${path}`, {
      method,
      headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': type },
      body: body ?? null,
    })
  const call = async <Value>(name: string, values: object): Promise<Value> => {
    const answer = await ask(`/rest/v1/rpc/${name}`, 'POST', JSON.stringify(values))
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    return (await answer.json()) as Value
  }
  const store = async (path: string, content: Buffer) => {
    // Bytes to save, whatever they are: no browser shows them as a page.
    const answer = await ask(
      `/storage/v1/object/${BUCKET}/${path}`,
      'POST',
      new Uint8Array(content),
      'application/octet-stream',
    )
    const text = await answer.text()
    if (!answer.ok && !/duplicate|already exists/i.test(text))
      throw new Error(`a file: ${answer.status} ${text.slice(0, 200)}`)
  }
  return {
    isKnown: async (recipient: string) =>
      (await call<string | null>('support_mail_place', { recipient: recipient.slice(0, 320) })) !== null,
    /** Files first: a mail that is noted has all of them, and what is not noted in the end is cleared away. */
    async receive({ files, messageId, senderName, ...mail }: ReadyMail): Promise<Outcome> {
      const noted = []
      for (const file of files) {
        if ('refusal' in file) noted.push(file)
        else {
          const { name, mime, bytes } = file
          const path = placeOf(`${mail.id}\n${mail.sender}\n${mail.recipient}`, file)
          await store(path, file.content)
          noted.push({ name, mime, bytes, path })
        }
      }
      const sent = { ...mail, mail_id: messageId ?? null, sender_name: senderName, files: noted }
      return (await call<{ outcome: Outcome }>('receive_support_mail', { mail: sent })).outcome
    },
    async tidy(): Promise<number> {
      const stale = await call<string[]>('stale_support_files', {})
      for (const name of stale) await ask(`/storage/v1/object/${BUCKET}/${name}`, 'DELETE')
      return stale.length
    },
  }
}
