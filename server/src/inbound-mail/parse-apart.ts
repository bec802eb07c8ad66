import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Email, PostalMimeOptions } from 'postal-mime'
import { MailRefusal } from './bounds.ts'

const PARSER = pathToFileURL(createRequire(import.meta.url).resolve('postal-mime')).href
const LONGEST_MS = 60_000
const MOST_MEMORY_MB = 128
const OPTIONS: PostalMimeOptions = {
  maxNestingDepth: 20,
  maxHeadersSize: 256 * 1024,
  // A mail in a mail is a file, never words of who sends it.
  forceRfc822Attachments: true,
  maxRfc822NestingDepth: 0,
}

/** As text and not as a file, so that sources, tests and the build start the same. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.parser)
  .then(({ default: library }) => (library.default ?? library).parse(workerData.raw, workerData.options))
  .then((email) => parentPort.postMessage(email))`

/**
 * Parses a mail on a thread of its own, with memory and time of its own: what a stranger sends can end the thread and
 * nothing else, and no request waits for it.
 * @throws MailRefusal for what the parser refuses, does not end with or has no room for
 */
export function parseApart(raw: Buffer): Promise<Email> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(SCRIPT, {
      eval: true,
      workerData: { parser: PARSER, raw, options: OPTIONS },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
      execArgv: [],
    })
    const timer = setTimeout(() => void thread.terminate(), LONGEST_MS)
    thread.once('message', (email: Email) => {
      resolve(email)
      void thread.terminate()
    })
    thread.once('error', () => reject(new MailRefusal('UNREADABLE')))
    thread.once('exit', () => {
      clearTimeout(timer)
      // After a message this changes nothing any more.
      reject(new MailRefusal('UNREADABLE'))
    })
  })
}
