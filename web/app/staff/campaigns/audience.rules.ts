import { audienceText as text } from './audience.he'

export type AudienceRuleField = keyof typeof text.fields
/** A condition; `days`, `lessons`, `id` or `tag` where the field has one. */
export type AudienceRule = {
  field: AudienceRuleField
  op: string
  days?: number
  lessons?: number
  id?: string
  tag?: string
}
export type Audience = { match: 'all' | 'any'; rules: AudienceRule[] }

/** What a condition of each field wants beside its words. */
export const RULE_VALUE: Readonly<Record<AudienceRuleField, 'days' | 'lessons' | 'course' | 'quiz' | 'tag' | null>> = {
  state: null,
  registered: 'days',
  activity: 'days',
  course: 'course',
  progress: 'lessons',
  test: 'quiz',
  tag: 'tag',
  marketing: null,
}

const BEGINS = { days: 30, lessons: 1 } as const

/** A new condition of a field, complete where it can be. */
export function newRule(field: AudienceRuleField): AudienceRule {
  const [op = ''] = Object.keys(text.ops[field] ?? {})
  const wants = RULE_VALUE[field]
  if (wants === 'days') return { field, op, days: BEGINS.days }
  return wants === 'lessons' ? { field, op, lessons: BEGINS.lessons } : { field, op }
}

/** Whether the database can count by it. */
export const isWhole = ({ rules }: Audience): boolean =>
  rules.every(({ field, id, days, lessons, tag }) => {
    const wants = RULE_VALUE[field]
    if (wants === 'days') return days !== undefined && days >= 0 && days <= 9999
    if (wants === 'lessons') return lessons !== undefined && lessons >= 0 && lessons <= 9999
    if (wants === 'tag') return Boolean(tag)
    return wants === null || Boolean(id)
  })

/** The audience that a field of the form holds. */
export const readAudience = (json: string): Audience => JSON.parse(json) as Audience
