import { MailRefusal } from '../inbound-mail/bounds.ts'
import { MediaRefusal } from '../media/refusal.ts'
import { createDecoder, encode } from './frames.ts'
import { JOBS } from './jobs.ts'
import type { Answer, Question } from './process.ts'

/** The server sends no more than it was sent. */
const MOST_BYTES = 64 * 1024 * 1024

/** The first module of a worker's process: does the jobs that come in on its standard input, one at a time. */
let last = Promise.resolve()
const read = createDecoder(MOST_BYTES, (question) => {
  last = last.then(() => answer(question as Question))
})
// The native library first: that it is missing is no fault of a picture.
if (process.argv[2] === 'picture') await import('../media/make-pictures.ts')
say({ isReady: true })
process.stdin.on('data', read)

async function answer({ job, values }: Question): Promise<void> {
  const outcome = await (JOBS[job] as (...given: unknown[]) => Promise<unknown>)(...values).then(
    (value) => ({ value }),
    (error: unknown) => ({ refusal: refusalOf(error) }),
  )
  say(outcome)
}

function say(outcome: { isReady: true } | { value: unknown } | { refusal: string }): void {
  const { user, system } = process.cpuUsage()
  const answer: Answer = { ...outcome, spentSeconds: (user + system) / 1e6 }
  for (const part of encode(answer)) process.stdout.write(part)
}

const refusalOf = (error: unknown): string =>
  error instanceof MailRefusal ? error.reason : error instanceof MediaRefusal ? error.code : 'FAILED'
