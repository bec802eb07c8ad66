/** A span of bytes, both ends included. */
export type ByteRange = { start: number; end: number }

/** Where the contents of objects are kept, by ids that the server makes up. A file is written once and never changed. */
export type FileStore = {
  /** Writes all chunks as a new file and makes them lasting. Nothing remains of it when it fails. */
  write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Takes over a file of this machine's data folder, which is gone from there afterwards. */
  adopt(id: string, path: string): Promise<void>
  /** Reads a file or a part of it, a small one at once; undefined when there is no such file. */
  read(id: string, range: ByteRange): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | undefined>
  /** Makes a second file of the same content; false when there is no such file. */
  copy(from: string, to: string): Promise<boolean>
  /** Deletes a file; one that is not there is no error. */
  remove(id: string): Promise<void>
  /** All ids of files that were written before a moment, and leftovers of writes that never ended are deleted. */
  list(before: Date): AsyncIterable<string>
}
