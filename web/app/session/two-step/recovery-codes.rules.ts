/** What is told about the codes after the day they were made: when that was, and how many are unused. */
export type RecoveryCodesLeft = { madeAt: string | null; left: number }

const FEW = 2

/** What the owner should do about the codes: nothing, make new ones soon, or now. */
export function codesAdvice({ madeAt, left }: RecoveryCodesLeft): 'fine' | 'few' | 'none' | 'never' {
  if (madeAt === null) return 'never'
  if (left === 0) return 'none'
  return left <= FEW ? 'few' : 'fine'
}

/** A code as people read and type it: four by four. */
export const spelledCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** The codes as a text to keep; line breaks that every editor knows. */
export const codesAsText = (codes: readonly string[], ...head: string[]): string =>
  [...head, '', ...codes.map(spelledCode), ''].join('\r\n')
