import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, ignoreMissing, syncFolder } from '../disk-files.ts'
import { beyondLength } from './errors.ts'

/** How much a process that is killed may lose of what it was sent. */
const KEEP_EVERY_BYTES = 8 * 1024 * 1024

/** Files of uploads that are not whole yet, on the disk of this machine wherever objects are kept. */
export type PartsFolder = ReturnType<typeof createPartsFolder>

export function createPartsFolder(folder: string) {
  const pathOf = (id: string) => join(folder, id)
  return {
    pathOf,

    async create(id: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await (await open(pathOf(id), 'wx', 0o600)).close()
      await syncFolder(folder)
    },

    /** Bytes in the file; undefined when there is none. */
    async size(id: string): Promise<number | undefined> {
      return (await stat(pathOf(id)).catch(ignoreMissing))?.size
    },

    /**
     * Writes chunks behind the first `offset` bytes, as they come.
     * @param keep told the offset as it was and as it is whenever everything before it is on the disk for good
     * @returns the offset behind the last chunk
     * @throws 413 for more than `size` bytes in all; what came before is kept then, and when the chunks break off
     */
    async append(
      { id, offset, size }: { id: string; offset: number; size: number },
      chunks: AsyncIterable<Uint8Array>,
      keep: (from: number, to: number) => Promise<void>,
    ): Promise<number> {
      const file = await open(pathOf(id), 'r+')
      let written = offset
      let kept = offset
      const keepAll = async () => {
        if (written === kept) return
        await file.datasync()
        const from = kept
        kept = written
        await keep(from, written)
      }
      try {
        for await (const chunk of chunks) {
          if (written + chunk.length > size) throw beyondLength()
          await writeAt(file, chunk, written)
          written += chunk.length
          if (written - kept >= KEEP_EVERY_BYTES) await keepAll()
        }
      } finally {
        await keepAll().finally(() => file.close())
      }
      return written
    },

    remove: (id: string) => rm(pathOf(id), { force: true }),

    /** Deletes files that nobody wrote to since a moment, but for those to be spared. */
    async sweep(before: Date, isSpared: (id: string) => boolean): Promise<void> {
      for await (const { name, path } of filesBelow(folder, before))
        if (!isSpared(name)) await rm(path, { force: true })
    },
  }
}

async function writeAt(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    at += (await file.write(chunk, at, chunk.length - at, position + at)).bytesWritten
  }
}
