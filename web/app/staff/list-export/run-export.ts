import type { ExportFormat, FileWriter } from './file-writer'

/** A place in an export: the row after which it goes on. */
export type ExportPlace = { value: string; id: string }

/** Where the rows of an export come from. */
export type ExportSource<Row> = {
  /** Opens the export, which leaves a line in the audit log, and says how many rows it has. */
  open: (format: ExportFormat) => Promise<{ id: string; total: number; more: boolean }>
  /** Rows from a place on, and the place of the next ones; null after the last. */
  read: (id: string, place: ExportPlace | null) => Promise<{ rows: Row[]; next: ExportPlace | null }>
}

type ExportRun<Row> = {
  source: ExportSource<Row>
  format: ExportFormat
  writer: FileWriter<Row>
  onProgress: (done: number, total: number) => void
  signal: AbortSignal
}

/** A finished file; `more` says that the rows were cut at the most that an export holds. */
export type ExportedFile = { file: Blob; count: number; more: boolean }

/**
 * Reads an export to its end and writes the file, a page of rows at a time; null when it was stopped.
 * @throws AppError, DeadlineError
 */
export async function runExport<Row>(run: ExportRun<Row>): Promise<ExportedFile | null> {
  const { source, format, writer, onProgress, signal } = run
  const { id, total, more } = await source.open(format)
  const pieces: BlobPart[] = []
  let count = 0
  let place: ExportPlace | null = null
  do {
    if (signal.aborted) return null
    onProgress(count, total)
    const page: { rows: Row[]; next: ExportPlace | null } = await source.read(id, place)
    const rows = more ? page.rows.slice(0, total - count) : page.rows
    // A browser keeps what is in a blob where it has room, not in the memory of the page.
    pieces.push(new Blob(writer.add(rows)))
    count += rows.length
    place = more && count >= total ? null : page.next
  } while (place)
  if (signal.aborted) return null
  pieces.push(...writer.end())
  return { file: new Blob(pieces, { type: writer.type }), count, more }
}
