import { open } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** For whom an archive is encrypted: public keys (`age1…`), or whoever knows the passphrase. */
export type EncryptFor = { recipients: string[] } | { passphrase: string; workFactor?: number }

/** What an archive is opened with: secret keys (`AGE-SECRET-KEY-1…`), a passphrase, or both. */
export type OpenWith = { identities?: string[] | undefined; passphrase?: string | undefined }

const MAGIC = 'age-encryption.org/v1\n'
/** The header of an archive for a hundred recipients is shorter; one without an end would be read for ever. */
const LONGEST_HEADER_BYTES = 64 * 1024
const HEADER_END = /\n--- [A-Za-z0-9+/]{43}\n/
/** Others (post-quantum, plugins, SSH) cannot be mixed with the key that every new archive is checked with. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/

/** @throws when the text is no public key of age, without saying what it is */
export function checkRecipient(text: string): void {
  const wrong = 'must be public keys of age (age1 and 58 letters), with a space between them'
  if (!RECIPIENT.test(text)) throw new Error(wrong)
  try {
    new Encrypter().addRecipient(text)
  } catch {
    throw new Error(wrong)
  }
}

/** The secret keys of an identity file as `age-keygen` writes it. @throws when it holds none, or one of another kind */
export function readIdentities(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const identities = lines.filter((line) => line && !line.startsWith('#'))
  for (const identity of identities) {
    try {
      new Decrypter().addIdentity(identity)
    } catch {
      throw new Error('The identity file has a line that is no secret key of age (AGE-SECRET-KEY-1…)')
    }
  }
  if (identities.length === 0) throw new Error('The identity file has no secret key of age (AGE-SECRET-KEY-1…)')
  return identities
}

/** A new pair: the public key that archives are encrypted for, and the secret one that opens them. */
export async function newIdentity(): Promise<{ recipient: string; identity: string }> {
  const identity = await generateX25519Identity()
  return { recipient: await identityToRecipient(identity), identity }
}

/**
 * Lets an archive be checked by who makes it, who has no secret key: one more recipient, whose secret key is given back and
 * is to be forgotten after the check.
 */
export async function withCheckKey(
  encryptFor: EncryptFor | undefined,
): Promise<{ encryptFor: EncryptFor | undefined; openWith: OpenWith }> {
  if (!encryptFor) return { encryptFor, openWith: {} }
  if ('passphrase' in encryptFor) return { encryptFor, openWith: { passphrase: encryptFor.passphrase } }
  const { recipient, identity } = await newIdentity()
  return { encryptFor: { recipients: [...encryptFor.recipients, recipient] }, openWith: { identities: [identity] } }
}

/** Encrypts a stream in age's format (C2SP.org/age), 64 KiB at a time. */
export async function* encrypt(content: AsyncIterable<Uint8Array>, encryptFor: EncryptFor): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter()
  if ('passphrase' in encryptFor) {
    if (encryptFor.workFactor) encrypter.setScryptWorkFactor(encryptFor.workFactor)
    encrypter.setPassphrase(encryptFor.passphrase)
  } else for (const recipient of encryptFor.recipients) encrypter.addRecipient(recipient)
  yield* buffers(await encrypter.encrypt(ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>))
}

/** Whether a file begins as one that age encrypted. */
export async function isEncrypted(file: string): Promise<boolean> {
  return (await beginningOf(file, MAGIC.length)) === MAGIC
}

/** Whether the header of an encrypted file is all there; what follows is known to who opens it alone. */
export async function hasWholeHeader(file: string): Promise<boolean> {
  return HEADER_END.test(await beginningOf(file, LONGEST_HEADER_BYTES))
}

/**
 * The bytes of an archive, decrypted where it is encrypted. Each piece is authenticated before it is given.
 * @throws when nothing opens it, or it was changed or cut; a cut between two pieces is known at the end
 */
export async function* openArchive(file: string, { identities = [], passphrase }: OpenWith): AsyncGenerator<Buffer> {
  const source = await open(file)
  try {
    const content = source.createReadStream({ autoClose: false })
    if (!(await isEncrypted(file))) {
      yield* content as AsyncIterable<Buffer>
      return
    }
    if (identities.length === 0 && passphrase === undefined) {
      throw new Error(
        `${file} is encrypted: name the file with its secret key (--identity=<file>), or give its passphrase in BACKUP_PASSPHRASE.`,
      )
    }
    if (!(await hasWholeHeader(file))) throw damaged(file)
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
    const stream = ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>
    const opened = await decrypter.decrypt(stream).catch((error: Error) => {
      throw error.message.startsWith('no identity matched') ? notOpened(file, identities.length > 0) : damaged(file)
    })
    yield* (async function* () {
      try {
        yield* buffers(opened)
      } catch {
        throw damaged(file)
      }
    })()
  } finally {
    await source.close()
  }
}

const damaged = (file: string) => new Error(`${file} is not a whole archive: it was cut or damaged.`)

const notOpened = (file: string, hasKey: boolean) =>
  new Error(
    hasKey
      ? `This secret key does not open the archive ${file}: it is encrypted for another one, or for a passphrase.`
      : `This passphrase does not open the archive ${file}: it is another one, or the archive is encrypted for a key.`,
  )

async function* buffers(stream: globalThis.ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream as unknown as AsyncIterable<Uint8Array>) {
    yield Buffer.from(buffer, byteOffset, byteLength)
  }
}

async function beginningOf(file: string, bytes: number): Promise<string> {
  const source = await open(file)
  try {
    const { buffer, bytesRead } = await source.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await source.close()
  }
}
