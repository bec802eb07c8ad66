import { refusalOf } from './refusal-messages'

const listeners = new Set<() => void>()

/** Tells the desk when what failed was refused for a missing permission; gives the failure back, to be thrown. */
export function reportForbidden(failure: unknown): unknown {
  if (refusalOf(failure).code === 'FORBIDDEN') for (const hear of listeners) hear()
  return failure
}

/** For the end of a call: throws what failed, told. */
export const reportAndThrow = (failure: unknown): never => {
  throw reportForbidden(failure)
}

/** Calls back for each action that is refused for a missing permission. @returns how to stop */
export function onForbiddenAction(hear: () => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}
