import { callFunction } from '~/shared/client/call-function'
import { AppError } from '~/shared/errors/errors'
import { refusalText } from './refusals.he'

/** Calls a function about a student; what it refuses for a reason of its own is said in words. @throws AppError, DeadlineError */
export async function callAboutStudent(...call: Parameters<typeof callFunction>): Promise<unknown> {
  try {
    return await callFunction(...call)
  } catch (failure) {
    const { code } = (failure instanceof AppError ? (failure.cause ?? {}) : {}) as { code?: string }
    const words = code ? refusalText[code] : undefined
    if (!words || !(failure instanceof AppError)) throw failure
    throw new AppError(failure.code, words, undefined, { cause: failure.cause })
  }
}
