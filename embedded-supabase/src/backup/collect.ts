import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TarEntry } from './tar.ts'

const CHUNK_BYTES = 1024 * 1024

/** An entry, followed by as many bytes as it says. */
export type Part = TarEntry | Buffer

/** One file or folder to be put in; `skip` leaves out what lies below a folder, by its name in the archive. */
export async function* collect(
  path: string,
  name: string,
  skip: (name: string) => boolean = () => false,
): AsyncGenerator<Part> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return 'file'
    if (error.code === 'ENOENT') return 'gone'
    throw error
  })
  if (entries === 'gone') return
  if (entries === 'file') return yield* collectFile(path, name)
  yield { name, isFolder: true, size: 0 }
  for (const entry of entries) {
    const below = `${name}/${entry.name}`
    if (skip(below)) continue
    if (entry.isDirectory()) yield* collect(join(path, entry.name), below, skip)
    else if (entry.isFile()) yield* collectFile(join(path, entry.name), below)
  }
}

/** A text as a file of the archive. */
export const collectText = (name: string, text: string): Part[] => collectBytes(name, Buffer.from(text))

/** Bytes as a file of the archive. */
export const collectBytes = (name: string, bytes: Buffer): Part[] => [
  { name, isFolder: false, size: bytes.length },
  bytes,
]

/** A file as long as it is now: what grows meanwhile is cut, what shrinks is filled with zeros, what is gone is left out. */
async function* collectFile(path: string, name: string): AsyncGenerator<Part> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    yield { name, isFolder: false, size }
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      at += bytesRead || chunk.length
      yield bytesRead ? chunk.subarray(0, bytesRead) : chunk
    }
  } finally {
    await file.close()
  }
}
