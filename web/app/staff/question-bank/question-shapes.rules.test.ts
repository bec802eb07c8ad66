import { describe, expect, it } from 'vitest'
import { quizzes } from '../../../../supabase/seeds/content/quizzes/index.ts'
import { type Definition, type Kind, validateQuestion } from './definitions.rules'
import { emptyQuestion } from './empty-question.rules'
import { partsOfKind } from './kind-parts.rules'
import { freeId, type Loose, type Part, partAt, withoutItem, withPartAt } from './question-shapes.rules'

const WRITTEN = quizzes.flatMap(({ quiz }) => quiz.pools.flatMap(({ questions }) => questions))
const KINDS = [...new Set(WRITTEN.map(({ kind }) => kind))]

/** What remains of a definition when everything that a form shows is taken away. */
function unshown(parts: readonly Part[], whole: Loose): Loose {
  return parts.reduce<Loose>((rest, part) => {
    if (part.type === 'right') return rest
    if (part.type === 'variant') {
      const variant = part.variants.find(({ mark }) => mark in whole)
      return variant ? unshown(variant.parts, rest) : rest
    }
    if (part.type !== 'list') return withPartAt(rest, part.path, undefined)
    const items = ((partAt(whole, part.path) ?? []) as Loose[]).map((item) => unshown(part.parts, item))
    const left = items.filter((item) => Object.keys(item).some((key) => key !== 'id'))
    const hasRight = part.parts.some(({ type }) => type === 'right')
    return withPartAt(
      hasRight ? withPartAt(rest, 'right', undefined) : rest,
      part.path,
      left.length > 0 ? left : undefined,
    )
  }, whole)
}

describe('the form of a question', () => {
  it('is there for every kind that is asked', () => {
    expect(KINDS.sort()).toEqual(
      [
        'calculated',
        'fill-in',
        'matching',
        'multiple-choice',
        'number',
        'ordering',
        'single-choice',
        'true-false',
      ].sort(),
    )
  })

  it('[2.12-12] shows everything that questions are written of', () => {
    for (const definition of WRITTEN) {
      const { kind, ...rest } = definition
      const left = unshown(partsOfKind(kind), rest as unknown as Loose)
      for (const key of ['why', 'rounding']) if (JSON.stringify(left[key]) === '{}') delete left[key]
      expect(left, definition.text).toEqual({})
    }
  })

  it.each(KINDS)('of %s begins with fields to fill in, none of which is unknown', (kind: Kind) => {
    const empty = emptyQuestion(kind, 'נושא')
    expect(validateQuestion(empty).length).toBeGreaterThan(0)
    expect(Object.keys(empty)).toContain('text')
  })

  it('filled in is valid', () => {
    const filled = { ...emptyQuestion('true-false', 'מס'), text: 'מס הוא חובה.', why: { true: 'כן', false: 'לא' } }
    expect(validateQuestion(filled as Definition)).toEqual([])
  })
})

describe('a place', () => {
  it('is read and made anew, however deep', () => {
    const whole = { why: { true: 'כן', false: 'לא' } }
    expect(partAt(whole, 'why.true')).toBe('כן')
    expect(partAt(whole, 'rounding.digits')).toBeUndefined()
    expect(withPartAt(whole, 'why.true', 'אכן')).toEqual({ why: { true: 'אכן', false: 'לא' } })
    expect(withPartAt({}, 'rounding.digits', 2)).toEqual({ rounding: { digits: 2 } })
    expect(withPartAt({ keepOrder: true }, 'keepOrder', undefined)).toEqual({})
  })

  it('has an id that no other has', () => {
    expect([freeId([]), freeId(['a', 'c']), freeId(['b'])]).toEqual(['a', 'b', 'a'])
    // What takes the id of an option that was removed is not right for that.
    const options = ['a', 'b', 'c'].map((id) => ({ id }))
    const left = [{ id: 'a' }, { id: 'b' }]
    expect(withoutItem({ options, right: ['a', 'c'] }, 'options', 2)).toEqual({ options: left, right: ['a'] })
    expect(withoutItem({ options, right: 'c' }, 'options', 2)).toEqual({ options: left, right: '' })
    expect(withoutItem({ options, right: 'a' }, 'options', 2)).toEqual({ options: left, right: 'a' })
    expect(withoutItem({ steps: ['x', 'y'] }, 'steps', 0)).toEqual({ steps: ['y'] })
  })
})
