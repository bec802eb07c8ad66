import { callFunction } from '~/shared/client/call-function'
import { inWords } from '~/staff/entry/refusal-words'
import { toldRefusal } from '~/staff/entry/told-refusals'
import { refusalText } from './refusals.he'

/** Calls a function about a student; what it refuses for a reason of its own is said in words. @throws AppError, DeadlineError */
export async function callAboutStudent(...call: Parameters<typeof callFunction>): Promise<unknown> {
  try {
    return await callFunction(...call)
  } catch (failure) {
    throw inWords(toldRefusal(failure), refusalText)
  }
}
