import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `siteUrl` is what it calls itself: links that a command makes must lead there, whatever the command's settings say. */
export type Running = { pid: number; url: string; siteUrl: string }

const fileIn = (dataDirectory: string) => join(dataDirectory, 'running.json')

/**
 * Writes down where the academy of a data folder listens, so that commands find it by the folder alone.
 * @returns what takes the note away again, unless another process has written its own meanwhile
 */
export function noteRunning(dataDirectory: string, at: Omit<Running, 'pid'>): () => void {
  const file = fileIn(dataDirectory)
  const note: Running = { pid: process.pid, ...at }
  writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return () => {
    if (readRunning(dataDirectory)?.pid === process.pid) rmSync(file, { force: true })
  }
}

/** What the academy of a data folder wrote down; a killed one has left its note behind. */
export function readRunning(dataDirectory: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as Running
  } catch {
    return undefined
  }
}
