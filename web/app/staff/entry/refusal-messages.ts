import { AppError } from '~/shared/errors/errors'

/** What the database said behind a failed call; empty texts for anything else. */
export function refusalOf(failure: unknown): { code: string; details: string } {
  const { code, details } = (failure instanceof Error ? (failure.cause ?? {}) : {}) as Record<string, unknown>
  return { code: typeof code === 'string' ? code : '', details: typeof details === 'string' ? details : '' }
}

/** A refusal in the words that are given for its code; whatever has none stays as it is. */
export function inWords(failure: unknown, words: Readonly<Record<string, string>>): unknown {
  const message = words[refusalOf(failure).code]
  return message && failure instanceof AppError
    ? new AppError(failure.code, message, failure.retryAfterSeconds, { cause: failure.cause })
    : failure
}
