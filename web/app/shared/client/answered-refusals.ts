import { type AppError, toAppError } from '~/shared/errors/errors'

/**
 * Asks the person for what a refusal wants: true when the call may be sent again, false when the refusal stands.
 * @throws AppError to be shown in place of the refusal
 */
type Answering = (refusal: AppError) => Promise<boolean>

let answering: Answering = async () => false

/** While a screen is open that can ask for what refused calls want, they are answered by it. @returns how to stop */
export function answerRefusals(answer: Answering): () => void {
  answering = answer
  return () => {
    if (answering === answer) answering = async () => false
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
      if (answered.has(refusal.code) || !(await answering(refusal))) throw cause
      answered.add(refusal.code)
    }
  }
}
