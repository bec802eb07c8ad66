import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { filesBelow, ignoreMissing, syncFolder } from './disk-files.ts'
import type { FileStore } from './file-store.ts'

const READ_AHEAD_BYTES = 256 * 1024
/** What is read at once; a stream costs more than it saves for so little. */
const SMALL_BYTES = 256 * 1024
const SHORTER = 'A stored file is shorter than its row says'

/** Keeps files below a folder: `objects/ab/<id>`; what is being written lies in `incoming/`. */
export function createDiskStore(folder: string): FileStore {
  const incoming = join(folder, 'incoming')
  const objects = join(folder, 'objects')
  const folderOf = (id: string) => join(objects, id.slice(0, 2))
  const pathOf = (id: string) => join(folderOf(id), id)

  return {
    async write(id, chunks) {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      const temporary = join(incoming, id)
      try {
        await writeAll(temporary, chunks)
        await rename(temporary, pathOf(id))
        await syncFolder(folderOf(id))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async adopt(id, path) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      await rename(path, pathOf(id))
      await syncFolder(folderOf(id))
    },

    async read(id, { start, end }) {
      const file = await open(pathOf(id), 'r').catch(ignoreMissing)
      if (!file) return undefined
      const length = end - start + 1
      let isStreamed = false
      try {
        if (length <= SMALL_BYTES) {
          const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, start)
          if (bytesRead < length) throw new Error(SHORTER)
          return buffer
        }
        const found = await file.stat()
        if (!found.isFile() || found.size <= end) throw new Error(SHORTER)
        const stream = file.createReadStream({ start, end, highWaterMark: READ_AHEAD_BYTES })
        isStreamed = true
        return Readable.toWeb(stream) as ReadableStream<Uint8Array>
      } finally {
        if (!isStreamed) await file.close()
      }
    },

    async copy(from, to) {
      await mkdir(folderOf(to), { recursive: true, mode: 0o700 })
      try {
        await link(pathOf(from), pathOf(to)).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw error
          await copyFile(pathOf(from), pathOf(to), constants.COPYFILE_EXCL)
        })
        return true
      } catch (error) {
        await rm(pathOf(to), { force: true })
        ignoreMissing(error)
        return false
      }
    },

    remove: (id) => rm(pathOf(id), { force: true }),

    async *list(before) {
      for await (const { path } of filesBelow(incoming, before)) await rm(path, { force: true })
      for await (const { name } of filesBelow(objects, before)) yield name
    },
  }
}

async function writeAll(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.appendFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}
