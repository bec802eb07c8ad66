import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Running = { pid: number; url: string }

const fileIn = (dataDirectory: string) => join(dataDirectory, 'running.json')

/**
 * Writes down where the academy of a data folder listens, so that commands find it by the folder alone.
 * @returns what takes the note away again, unless another process has written its own meanwhile
 */
export function noteRunning(dataDirectory: string, url: string): () => void {
  const file = fileIn(dataDirectory)
  const note: Running = { pid: process.pid, url }
  writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return () => {
    if (readNote(dataDirectory)?.pid === process.pid) rmSync(file, { force: true })
  }
}

/** Where the academy of a data folder said that it listens; a killed one has left its note behind. */
export const runningUrl = (dataDirectory: string): string | undefined => readNote(dataDirectory)?.url

function readNote(dataDirectory: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as Running
  } catch {
    return undefined
  }
}
