import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { root } from './run.mjs'

/** Files that wait or compute longest: begun last, each would run on alone when all others have ended. */
export const LONGEST = [
  'scripts/operations/installed.test.ts',
  'web/app/course/progress/progress-clocks.test.ts',
  'web/app/course/progress/progress-histories.test.ts',
  'supabase/tests/first-start.test.ts',
  'supabase/tests/releases.test.ts',
  'supabase/tests/access-mutants.test.ts',
  'supabase/tests/progress-histories.test.ts',
  'supabase/tests/analytics-histories.test.ts',
  'supabase/tests/quiz-attacks.test.ts',
  'supabase/tests/quiz-restarts.test.ts',
  'supabase/tests/progress.test.ts',
  'supabase/tests/new-academy.test.ts',
  'supabase/tests/progress-parity.test.ts',
  'server/src/workers/pool.test.ts',
  'scripts/lib/interrupted.test.ts',
  'scripts/imports.test.ts',
  'server/src/inbound-mail/read-in-worker.test.ts',
  'server/src/http/draining.test.ts',
  'scripts/nightly-backup.test.ts',
  'server/src/security-events/security-events.test.ts',
  'embedded-supabase/src/backup/encryption.test.ts',
  'server/src/media/check-pdf.test.ts',
  'server/src/inbound-mail/read-mail.test.ts',
  'scripts/releases.test.ts',
  'supabase/functions/_shared/quizzes/questions.test.ts',
  'supabase/seeds/content/quizzes/calculations.test.ts',
  'web/app/course/progress/progress-merge.rules.test.ts',
  'web/app/staff/list-export/file-writer.test.ts',
  'supabase/functions/_shared/quizzes/draw-test.test.ts',
  'embedded-supabase/src/auth/accounts/email-address.test.ts',
  'web/app/staff/question-import/quiz-file.rules.test.ts',
  'server/src/inbound-mail/new-text.test.ts',
]

/** The order of files of a run (by their absolute paths): the longest first, the others as they are. */
export function longestFirst(files) {
  const rank = ({ moduleId }) => {
    const place = LONGEST.indexOf(relative(root, moduleId))
    return place === -1 ? LONGEST.length : place
  }
  return files.toSorted((one, other) => rank(one) - rank(other))
}

/** Orders the files of a run as vitest does, but the longest first. */
export default class LongestFirst extends BaseSequencer {
  async sort(specifications) {
    return longestFirst(await super.sort(specifications))
  }
}
