import * as z from 'zod/mini'
import { readDecimal } from './decimals.ts'
import { type ProblemCode, problem } from './problems.ts'
import type { Problem } from './types.ts'

/** Pieces that shapes of definitions are made of. */
export const line = (longest = 500) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))
export const idText = z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))
export const decimalText = z.string().check(z.refine((text) => readDecimal(text) !== undefined))
export const positiveText = z.string().check(z.refine((text) => readDecimal(text)?.gte(0) === true))
export const unit = z.enum(['shekel', 'percent', 'years', 'months', 'number'])
export const option = z.strictObject({ id: idText, text: line(), why: line(1000) })

/** What every definition has. */
export const common = {
  text: line(2000),
  topic: line(60),
  watchAgain: z.optional(z.strictObject({ lesson: line(60), second: z.number().check(z.gte(0), z.lte(86_400)) })),
  given: z.optional(z.array(z.strictObject({ name: line(100), value: line(100) })).check(z.maxLength(10))),
}

/** Checks a definition against its shape, and what only the whole can tell when the shape fits. */
export function checkShape<Shape extends z.ZodMiniType>(
  shape: Shape,
  definition: unknown,
  whole: (fitting: z.output<Shape>) => Problem[] = () => [],
): Problem[] {
  const { success, data, error } = shape.safeParse(definition)
  if (success) return whole(data)
  return error.issues
    .slice(0, 20)
    .map(({ path, code }) => problem(path.join('.'), code === 'too_big' ? 'TOO_LONG' : 'SHAPE'))
}

/** A problem where two of a list are the same. */
export function unique(path: string, code: ProblemCode, values: readonly string[]): Problem[] {
  return new Set(values).size === values.length ? [] : [problem(path, code)]
}
