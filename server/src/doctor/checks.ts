import { academyChecks } from './academy-checks.ts'
import type { Facts } from './facts.ts'
import { machineChecks } from './machine-checks.ts'
import type { Mistake } from './mistake.ts'
import { settingChecks } from './setting-checks.ts'

/** All that should be mended before an academy is opened to the public. */
export const mistakesIn = (facts: Facts): Mistake[] =>
  [...settingChecks, ...machineChecks, ...academyChecks].flatMap((check) => check(facts))
