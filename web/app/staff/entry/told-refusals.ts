import { refusalOf } from './refusal-words'

const listeners = new Set<() => void>()

/** Tells the desk when what failed was refused for a missing permission; gives the failure back, to be thrown. */
export function toldRefusal(failure: unknown): unknown {
  if (refusalOf(failure).code === 'FORBIDDEN') for (const hear of listeners) hear()
  return failure
}

/** For the end of a call: throws what failed, told. */
export const throwTold = (failure: unknown): never => {
  throw toldRefusal(failure)
}

/** Calls back for each action that is refused for a missing permission. @returns how to stop */
export function onRefusedAction(hear: () => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}
