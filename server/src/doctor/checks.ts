import { academyChecks } from './academy-checks.ts'
import type { Facts } from './facts.ts'
import { machineChecks } from './machine-checks.ts'
import type { Mistake } from './mistake.ts'
import { settingChecks } from './setting-checks.ts'

const found = (facts: Facts): Mistake[] =>
  [...settingChecks, ...machineChecks, ...academyChecks].flatMap((check) => check(facts))

/** All that should be mended before an academy is opened to the public. */
export const mistakesIn = (facts: Facts): Mistake[] => found(facts).filter(({ isHint }) => !isHint)

/** What is worth a look, and may be meant so. */
export const hintsIn = (facts: Facts): Mistake[] => found(facts).filter(({ isHint }) => isHint)
