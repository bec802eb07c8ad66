import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type EncryptFor, encrypt, hasWholeHeader, isEncrypted, type OpenWith, openArchive } from './encryption.ts'

const SEAL_BYTES = 92

/**
 * Writes a stream as a gzip file that ends in a seal: an empty gzip member whose comment is the SHA-256 of all bytes before.
 * Programs that unpack pass over it. gzip's own sum leaves out its header and its padding, and nothing there tells a file
 * that was cut between two members from a whole one.
 * @param file it appears when it is whole and on the disk, readable by its owner only
 * @param encryptFor for whom all of it is encrypted; nothing of it touches the disk in the clear then
 */
export async function writeSealed(
  content: AsyncIterable<Buffer>,
  file: string,
  encryptFor?: EncryptFor | undefined,
): Promise<void> {
  const partial = `${file}.partial`
  try {
    // A stream that opens its file itself may do so after it was ended and its file taken away.
    const written = await open(partial, 'w', 0o600)
    let refused: unknown
    const write = async (sealed: AsyncIterable<Buffer>) => {
      for await (const chunk of sealed) {
        await written.appendFile(chunk).catch((error) => {
          refused = error
          throw error
        })
      }
    }
    try {
      // What the disk refuses may come out of the pipeline as an abort.
      const sealed = async function* (source: AsyncIterable<Buffer>) {
        yield* encryptFor ? encrypt(withSeal(source), encryptFor) : withSeal(source)
      }
      await pipeline(Readable.from(content), createGzip(), sealed, write).catch((error) => {
        throw refused ?? error
      })
      await written.sync()
    } finally {
      await written.close()
    }
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
}

/**
 * Reads a file to its end.
 * @throws when a byte of it is not as it was written, or nothing opens it
 */
export async function checkSeal(file: string, openWith: OpenWith = {}): Promise<void> {
  const sum = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of openArchive(file, openWith)) {
    const all = Buffer.concat([held, chunk])
    const own = Math.max(0, all.length - SEAL_BYTES)
    sum.update(all.subarray(0, own))
    // A part of it would hold the whole chunk.
    held = Buffer.from(all.subarray(own))
  }
  if (held.equals(sealFor(sum.digest('hex')))) return
  throw new Error(
    `${file} is not a whole backup: it was cut or damaged, or a version before backups were sealed has written it (then restore it with that version).`,
  )
}

/**
 * Whether a file ends in a seal, without reading what the seal is of: one that was cut off does not. Of an encrypted file
 * the header is looked at, which is all that can be read without its key.
 */
export async function endsInSeal(file: string): Promise<boolean> {
  if (await isEncrypted(file)) return hasWholeHeader(file)
  const read = await open(file, 'r')
  try {
    const { size } = await read.stat()
    const tail = Buffer.alloc(Math.min(size, SEAL_BYTES))
    await read.read(tail, 0, tail.length, size - tail.length)
    const sum = /sha256=([0-9a-f]{64})/.exec(tail.toString('latin1'))?.[1]
    return sum !== undefined && tail.equals(sealFor(sum))
  } finally {
    await read.close()
  }
}

async function* withSeal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for await (const chunk of source) {
    sum.update(chunk)
    yield chunk
  }
  yield sealFor(sum.digest('hex'))
}

/** RFC 1952: header with a comment and no time, the empty deflate block, its CRC and its length. */
export function sealFor(sum: string): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff])
  return Buffer.concat([header, Buffer.from(`sha256=${sum}\0`), Buffer.from([3, 0]), Buffer.alloc(8)])
}
