import type { ErrorCode } from '~/shared/errors/error-code'
import { type AppError, toAppError } from '~/shared/errors/errors'

/**
 * Asks the person for what a refusal wants: true when the call may be sent again, false when the refusal stands.
 * @throws AppError to be shown in place of the refusal
 */
type Answering = (refusal: AppError) => Promise<boolean>

/** What a person can do something about without leaving the screen. */
const ANSWERABLE: ReadonlySet<ErrorCode> = new Set(['REAUTHENTICATION_NEEDED', 'APPROVAL_NEEDED'])

const nobody: Answering = async () => false
let answering = nobody
let waiting: ((answer: Answering) => void)[] = []

/** While a screen is open that can ask for what refused calls want, they are answered by it. @returns how to stop */
export function answerRefusals(answer: Answering): () => void {
  answering = answer
  for (const go of waiting) go(answer)
  waiting = []
  return () => {
    if (answering === answer) answering = nobody
  }
}

/** Until that screen has loaded, refusals wait for it. @returns how to stop, after which those that wait stand */
export function expectAnswers(): () => void {
  if (answering !== nobody) return () => undefined
  const stop = answerRefusals(async (refusal) => (await new Promise<Answering>((go) => waiting.push(go)))(refusal))
  return () => {
    stop()
    for (const go of waiting) go(nobody)
    waiting = []
  }
}

/** The result of a call, which is sent again once for each kind of refusal that the person has answered. @throws what the call throws */
export async function withAnswers<Result>(send: () => Promise<Result>): Promise<Result> {
  const answered = new Set<string>()
  for (;;) {
    try {
      return await send()
    } catch (cause) {
      const refusal = toAppError(cause)
      const isFinal = !ANSWERABLE.has(refusal.code) || answered.has(refusal.code)
      if (isFinal || !(await answering(refusal))) throw cause
      answered.add(refusal.code)
    }
  }
}
