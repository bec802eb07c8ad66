import { callFunction } from '~/shared/client/call-function'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords } from '~/staff/entry/refusal-messages'
import { teamRefusals } from './team-refusals.he'

type Name = Parameters<typeof callFunction>[0]

/** Does something of the team. @throws AppError with the words of the refusal, where it is one of the team */
export async function staffCall<Called extends Name>(
  name: Called,
  args: Parameters<typeof callFunction<Called>>[1],
): Promise<unknown> {
  try {
    return await callFunction(name, args, SAVE_TIMEOUT)
  } catch (cause) {
    throw inWords(reportForbidden(cause), teamRefusals)
  }
}
