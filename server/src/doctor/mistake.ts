import type { Facts } from './facts.ts'

/**
 * Something to mend before an academy is opened: a name for programs, what is wrong, and what to do;
 * a hint is no mistake for everybody, and does not count.
 */
export type Mistake = { code: string; what: string; mend: string; isHint?: true }

/** Looks at the facts and names what is wrong with them. */
export type Check = (facts: Facts) => Mistake[]

/** One mistake where the condition holds. */
export const when = (isWrong: boolean, code: string, what: string, mend: string): Mistake[] =>
  isWrong ? [{ code, what, mend }] : []

/** A hint where the condition holds. */
export const hint = (isSo: boolean, code: string, what: string, mend: string): Mistake[] =>
  when(isSo, code, what, mend).map((mistake) => ({ ...mistake, isHint: true }))
