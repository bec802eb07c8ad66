import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Email, PostalMimeOptions } from 'postal-mime'
import { MailRefusal } from './bounds.ts'

const PARSER = pathToFileURL(createRequire(import.meta.url).resolve('postal-mime')).href
const LONGEST_MS = 60_000
/** How long a thread waits for another mail: mails come in bundles, and a thread costs more than most of them. */
const IDLE_MS = 5_000
const MOST_MEMORY_MB = 128
const OPTIONS: PostalMimeOptions = {
  maxNestingDepth: 20,
  maxHeadersSize: 256 * 1024,
  // A mail in a mail is a file, never words of who sends it.
  forceRfc822Attachments: true,
  maxRfc822NestingDepth: 0,
}

/** As text and not as a file, so that sources, tests and the build start the same. A mail that it refuses ends it. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads')
const parser = import(workerData.parser)
parentPort.on('message', (raw) =>
  parser
    .then(({ default: library }) => (library.default ?? library).parse(raw, workerData.options))
    .then((email) => parentPort.postMessage(email)))`

/** The thread that has read its mail well and waits for the next. */
let idle: { thread: Worker; ending: NodeJS.Timeout } | undefined

/**
 * Parses a mail on a thread that reads no other meanwhile, with memory and time of its own: what a stranger sends can end
 * the thread and nothing else, and no request waits for it.
 * @throws MailRefusal for what the parser refuses, does not end with or has no room for
 */
export function parseApart(raw: Buffer): Promise<Email> {
  const thread = takeThread()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => void thread.terminate(), LONGEST_MS)
    const settle = () => {
      clearTimeout(timer)
      thread.off('message', read).off('exit', ended)
    }
    const read = (email: Email) => {
      settle()
      keep(thread)
      resolve(email)
    }
    const ended = () => {
      settle()
      reject(new MailRefusal('UNREADABLE'))
    }
    thread.on('message', read).on('exit', ended)
    thread.postMessage(raw)
  })
}

function takeThread(): Worker {
  const { thread = startThread(), ending } = idle ?? {}
  clearTimeout(ending)
  idle = undefined
  thread.ref()
  return thread
}

function startThread(): Worker {
  const thread = new Worker(SCRIPT, {
    eval: true,
    workerData: { parser: PARSER, options: OPTIONS },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    execArgv: [],
  })
  // After an error it exits.
  thread.on('error', () => undefined)
  thread.on('exit', () => {
    if (idle?.thread === thread) idle = undefined
  })
  return thread
}

function keep(thread: Worker): void {
  if (idle) return void thread.terminate()
  const ending = setTimeout(() => {
    idle = undefined
    void thread.terminate()
  }, IDLE_MS)
  ending.unref()
  thread.unref()
  idle = { thread, ending }
}
