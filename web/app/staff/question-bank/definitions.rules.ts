/** What a question asks, and how it is validated, shown and scored: the very functions of the server. */
export type { Pool, PoolQuestion } from '../../../../supabase/functions/_shared/quizzes/pools.ts'
export {
  explainAnswer,
  presentQuestion,
  validateQuestion,
} from '../../../../supabase/functions/_shared/quizzes/registry.ts'
export type { Definition, Kind, Problem } from '../../../../supabase/functions/_shared/quizzes/types.ts'
