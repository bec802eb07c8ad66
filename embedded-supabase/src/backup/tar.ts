const BLOCK = 512
const NAME_BYTES = 100
const PREFIX_BYTES = 155
const LARGEST_BYTES = 8 ** 11 - 1
/** Where the fields of a header lie (POSIX.1-1988, ustar). */
const AT = {
  name: 0,
  mode: 100,
  owner: 108,
  group: 116,
  size: 124,
  time: 136,
  sum: 148,
  type: 156,
  magic: 257,
  prefix: 345,
}

export type TarEntry = {
  /** Path with `/` between folders; neither absolute nor with `..`. */
  name: string
  isFolder: boolean
  /** Bytes; 0 for a folder. */
  size: number
}

/**
 * The header block of an entry.
 * @throws when the name or the size does not fit the format.
 */
export function tarHeader({ name, isFolder, size }: TarEntry): Buffer {
  const block = Buffer.alloc(BLOCK)
  const [prefix, rest] = splitName(isFolder ? `${name}/` : name)
  if (size > LARGEST_BYTES) throw new Error(`${name} is too large for the archive (${size} bytes)`)
  block.write(rest, AT.name)
  block.write(prefix, AT.prefix)
  block.write(isFolder ? '0000700\0' : '0000600\0', AT.mode)
  for (const field of [AT.owner, AT.group]) block.write('0000000\0', field)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, AT.size)
  block.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    AT.time,
  )
  block.write(isFolder ? '5' : '0', AT.type)
  block.write('ustar\x0000', AT.magic)
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, AT.sum)
  return block
}

/** Zeros that fill the last block of so many bytes. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/**
 * Reads an archive entry by entry; `chunks` has to be read to its end before the next entry is asked for.
 * @throws when it is cut short, damaged, or has an entry that is neither file nor folder or that leads outside.
 */
export async function* readTar(
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<TarEntry & { chunks: AsyncGenerator<Buffer> }> {
  const source = stream[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function* take(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      if (held.length === 0) {
        const next = await source.next()
        if (next.done) throw new Error('The archive is cut short')
        held = next.value
      }
      const part = held.subarray(0, missing)
      held = held.subarray(part.length)
      missing -= part.length
      yield part
    }
  }

  for (;;) {
    const block = await gather(take(BLOCK))
    if (isEmpty(block)) {
      if (!isEmpty(held)) throw new Error('The archive is damaged')
      for (let rest = await source.next(); !rest.done; rest = await source.next()) {
        if (!isEmpty(rest.value)) throw new Error('The archive is damaged')
      }
      return
    }
    const entry = parseHeader(block)
    yield { ...entry, chunks: take(entry.size) }
    await gather(take(tarPadding(entry.size).length))
  }
}

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0)

async function gather(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}

function parseHeader(block: Buffer): TarEntry {
  const text = (at: number, length: number) => block.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  if (Number.parseInt(text(AT.sum, 8), 8) !== sumOf(block)) throw new Error('The archive is damaged')
  const type = text(AT.type, 1)
  const prefix = text(AT.prefix, PREFIX_BYTES)
  const name = `${prefix ? `${prefix}/` : ''}${text(AT.name, NAME_BYTES)}`.replace(/\/$/, '')
  const leadsOutside = name.split(/[\\/]/).some((part) => part === '' || part === '.' || part === '..')
  if (leadsOutside || name.includes(':') || !['0', '5'].includes(type)) {
    throw new Error(`The archive has an entry that no backup has: ${JSON.stringify(name)}`)
  }
  return { name, isFolder: type === '5', size: Number.parseInt(text(AT.size, 12), 8) }
}

/** Long names are cut at a `/` into a prefix and a rest. */
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= NAME_BYTES) return ['', name]
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const rest = name.slice(at + 1)
    if (rest && at <= PREFIX_BYTES && Buffer.byteLength(rest) <= NAME_BYTES) return [name.slice(0, at), rest]
  }
  throw new Error(`The name ${name} is too long for the archive`)
}

/** The sum of the bytes, with the field of the sum itself as spaces. */
function sumOf(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= AT.sum && at < AT.sum + 8 ? 32 : byte), 0)
}
