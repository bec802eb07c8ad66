import { academyChecks } from './academy-checks.ts'
import type { Facts } from './facts.ts'
import { folderChecks, machineChecks } from './machine-checks.ts'
import type { Mistake } from './mistake.ts'
import { projectChecks } from './project-checks.ts'
import { mailChecks, settingChecks } from './setting-checks.ts'

function found(facts: Facts): Mistake[] {
  const ofPlace = facts.settings.SUPABASE_URL ? projectChecks : [...mailChecks, ...folderChecks]
  return [...settingChecks, ...machineChecks, ...ofPlace, ...academyChecks].flatMap((check) => check(facts))
}

/** All that should be mended before an academy is opened to the public. */
export const mistakesIn = (facts: Facts): Mistake[] => found(facts).filter(({ isHint }) => !isHint)

/** What is worth a look, and may be meant so. */
export const hintsIn = (facts: Facts): Mistake[] => found(facts).filter(({ isHint }) => isHint)
