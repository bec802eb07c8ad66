import type { Kind } from './definitions.rules'

/** What was chosen of a question, and the mean share that who chose it reached in the rest of the test. */
type OptionStatistics = { text: string; times: number; rest: number; isRight: boolean }

/** Shares are 0 to 1; discrimination is -1 to 1, null where all did the same. `figures` is null for too few students. */
export type ItemStatistics = {
  id: string
  kind: Kind
  text: string
  answers: number
  /** Whether the version that is published asks it. */
  isAsked: boolean
  figures: {
    share: number
    discrimination: number | null
    skipped: number
    /** Half of the students took less; null where too few moments are known. In seconds. */
    medianSeconds: number | null
    sure: number
    sureWrong: number
    options: OptionStatistics[]
  } | null
}

/** What a question deserves, what needs attention most first. */
const VERDICTS = ['negative', 'tempting', 'sure-wrong', 'hard', 'weak', 'easy', 'fine', 'few'] as const
export type ItemVerdict = (typeof VERDICTS)[number]

const WEAK = 0.15
const HARD = 0.2
const EASY = 0.95
/** Of those who were sure. */
const MANY_WRONG = 0.3
const FEWEST_SURE = 10

/**
 * What the figures of a question say. Negative: who does better elsewhere does worse here, as with a wrong key.
 * Tempting: who chose a wrong option did better elsewhere than who chose the right one.
 */
export function itemVerdict({ figures }: Pick<ItemStatistics, 'figures'>): ItemVerdict {
  if (!figures) return 'few'
  const { share, discrimination, sure, sureWrong } = figures
  if (discrimination !== null && discrimination < 0) return 'negative'
  if (hasTemptingOption(figures.options)) return 'tempting'
  if (sure >= FEWEST_SURE && sureWrong / sure > MANY_WRONG) return 'sure-wrong'
  if (share < HARD) return 'hard'
  if (share > EASY) return 'easy'
  return discrimination !== null && discrimination < WEAK ? 'weak' : 'fine'
}

function hasTemptingOption(options: readonly OptionStatistics[]): boolean {
  const right = Math.min(...options.filter(({ isRight }) => isRight).map(({ rest }) => rest))
  return options.some(({ isRight, times, rest }) => !isRight && times >= FEWEST_SURE && rest > right)
}

/** The questions by what needs attention most, and of those alike by how many missed them. */
export const byAttention = (items: readonly ItemStatistics[]): ItemStatistics[] =>
  items.toSorted(
    (a, b) =>
      VERDICTS.indexOf(itemVerdict(a)) - VERDICTS.indexOf(itemVerdict(b)) ||
      (a.figures?.share ?? 1) - (b.figures?.share ?? 1),
  )
