import { callFunction } from '~/shared/client/call-function'
import { queryClient } from '~/shared/client/query-client'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { AppError } from '~/shared/errors/errors'
import { teamRefusals } from './team.he'

type Name = Parameters<typeof callFunction>[0]

/** Does something of the team. @throws AppError with the words of the refusal, where it is one of the team */
export async function staffCall<Called extends Name>(
  name: Called,
  args: Parameters<typeof callFunction<Called>>[1],
): Promise<unknown> {
  try {
    return await callFunction(name, args, SAVE_TIMEOUT)
  } catch (cause) {
    // Lists ask again, so that a page whose permission was taken hears of it.
    if (refusalCode(cause) === 'FORBIDDEN') void queryClient().invalidateQueries({ queryKey: ['staff'] })
    const words = teamRefusals[refusalCode(cause)]
    throw words ? new AppError('OPERATION_FAILED', words, undefined, { cause: (cause as AppError).cause }) : cause
  }
}

/** The code of the database behind a refusal; empty for anything else. */
export function refusalCode(cause: unknown): string {
  const raw = cause instanceof AppError ? cause.cause : null
  const code = typeof raw === 'object' && raw !== null && 'code' in raw ? raw.code : ''
  return typeof code === 'string' ? code : ''
}
