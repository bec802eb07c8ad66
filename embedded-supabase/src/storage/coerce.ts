import { z } from 'zod'

/**
 * Takes values as Supabase Storage takes them, whose validator (Ajv with `coerceTypes: 'array'`, https://ajv.js.org/coercion.html,
 * as Fastify sets it) turns simple values into the type that is asked for: clients of other languages send `"60"` and `"true"`.
 */
const asNumber = (value: unknown): unknown => {
  if (value === null || typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

const asBoolean = (value: unknown): unknown => {
  if (value === 'true' || value === 1) return true
  return value === 'false' || value === 0 || value === null ? false : value
}

const asText = (value: unknown): unknown => {
  if (value === null) return ''
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

/** A number, also one that comes as text. */
export const number = <Shape extends z.ZodType>(shape: Shape) => z.preprocess(asNumber, shape)

/** True or false, also as text or 1 and 0. */
export const flag = z.preprocess(asBoolean, z.boolean())

/** A text, also one that comes as a number. */
export const text = <Shape extends z.ZodType>(shape: Shape) => z.preprocess(asText, shape)

/** A list of texts, also one text alone. */
export const list = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), shape)
