import { validateQuestion } from './registry.ts'
import type { Definition, Problem } from './types.ts'

/** A question of a draft: the same id in every version. */
export type PoolQuestion = { id: string; definition: Definition }
/** Questions of one topic, of which every attempt is asked `draw`, or all when null. */
export type Pool = { topic: string; draw: number | null; questions: PoolQuestion[] }
/** What is wrong with a question of a draft. */
export type QuestionProblem = Problem & { question: string }

/** What the questions of a draft get wrong, in their order; nothing when each may be asked. */
export const poolProblems = (pools: readonly Pool[]): QuestionProblem[] =>
  pools
    .flatMap(({ questions }) => questions)
    .flatMap(({ id, definition }) => validateQuestion(definition).map((one) => ({ ...one, question: id })))
