/** What a question asks, and how it is validated, shown and scored: the very functions of the server. */
export {
  type DrawFault,
  type DrawTest,
  drawTest,
} from '../../../../supabase/functions/_shared/quizzes/draw-test.ts'
export type { Pool, PoolQuestion } from '../../../../supabase/functions/_shared/quizzes/pools.ts'
export {
  explainAnswer,
  presentQuestion,
  validateQuestion,
} from '../../../../supabase/functions/_shared/quizzes/registry.ts'
export type {
  Calculated as DrawTestOf,
  Definition,
  Kind,
  Problem,
} from '../../../../supabase/functions/_shared/quizzes/types.ts'
