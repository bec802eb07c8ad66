import { callFunction } from '~/shared/client/call-function'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords } from '~/staff/entry/refusal-messages'
import { refusalText } from './refusals.he'

/** Calls a function about a student; what it refuses for a reason of its own is said in words. @throws AppError, DeadlineError */
export async function callAboutStudent(...call: Parameters<typeof callFunction>): Promise<unknown> {
  try {
    return await callFunction(...call)
  } catch (failure) {
    throw inWords(reportForbidden(failure), refusalText)
  }
}
