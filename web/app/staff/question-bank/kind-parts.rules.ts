import type { Kind } from './definitions.rules'
import { shapeText as text } from './question-shapes.he'
import { freeId, type Loose, makeOption, type Part } from './question-shapes.rules'

const line = (path: string, label: string): Part => ({ type: 'line', path, label })
const code = (path: string, label: string, hint?: string): Part => ({
  type: 'code',
  path,
  label,
  ...(hint && { hint }),
})
const area = (path: string, label: string, hint?: string): Part => ({
  type: 'text',
  path,
  label,
  ...(hint && { hint }),
})
const unit: Part = { type: 'choice', path: 'unit', label: text.unit, values: Object.entries(text.units) }
const digits = (path: string): Part => ({
  ...{ type: 'choice', path, label: text.digits },
  values: [0, 1, 2, 3, 4, 5, 6].map((many) => [many, String(many)] as const),
})
const rounding: Part = {
  ...{ type: 'choice', path: 'rounding', label: text.digits },
  values: [
    [undefined, text.exact] as const,
    ...[0, 1, 2, 3, 4].map((many) => [{ digits: many }, String(many)] as const),
  ],
}
const why = area('why', text.why)
const list = (path: string, label: string, item: string, parts: readonly Part[], make = makeOption): Part => ({
  ...{ type: 'list', path, label, item, parts, make },
})
const options = (many: boolean): Part[] => [
  list('options', text.options, text.option, [line('text', text.wording), { type: 'right', many }, why]),
  { type: 'switch', path: 'keepOrder', label: text.keepOrder },
]
const mistakes = (parts: readonly Part[], make: () => Loose) =>
  list('mistakes', text.mistakes, text.mistake, [...parts, area('why', text.mistakeWhy)], make)
const GAP_OPTIONS = list('options', text.options, text.option, [
  line('text', text.wording),
  { type: 'right', many: false },
  why,
])
const ACCEPTED: Part = { type: 'lines', path: 'accepted', label: text.accepted, hint: text.acceptedHint }
const FORMULA: Part = { type: 'code', path: 'formula', label: text.formula, isWide: true }

const OWN: Readonly<Record<Kind, readonly Part[]>> = {
  'single-choice': options(false),
  'multiple-choice': options(true),
  'true-false': [
    {
      type: 'choice',
      path: 'right',
      label: text.claim,
      values: [
        [true, text.claimTrue],
        [false, text.claimFalse],
      ],
    },
    area('why.true', text.whyTrue),
    area('why.false', text.whyFalse),
  ],
  number: [
    code('right', text.rightNumber),
    code('tolerance', text.tolerance),
    unit,
    why,
    mistakes([code('value', text.wrongNumber)], () => ({ value: '', why: '' })),
  ],
  ordering: [list('items', text.items, text.itemOf, [line('text', text.wording), why])],
  matching: [
    list('pairs', text.pairs, text.pair, [line('left', text.left), line('right', text.rightSide), why], (ids) => ({
      ...{ id: freeId(ids), left: '', right: '', why: '' },
    })),
    list('extra', text.extra, text.extraOf, [line('right', text.rightSide)], (ids) => ({ id: freeId(ids), right: '' })),
  ],
  'fill-in': [
    list(
      'gaps',
      text.gaps,
      text.gap,
      [
        code('id', text.gapId),
        {
          type: 'variant',
          label: text.gapKind,
          variants: [
            {
              ...{ label: text.typed, mark: 'accepted', parts: [ACCEPTED] },
              make: ({ id, why: whyText }) => ({ id, why: whyText, accepted: [] }),
            },
            {
              ...{ label: text.chosen, mark: 'options', parts: [GAP_OPTIONS] },
              make: ({ id, why: whyText }) => ({
                id,
                why: whyText,
                options: [makeOption([]), makeOption(['a'])],
                right: 'a',
              }),
            },
          ],
        },
        why,
      ],
      (ids) => ({ id: freeId(ids), why: '', accepted: [] }),
    ),
  ],
  calculated: [
    list(
      'variables',
      text.variables,
      text.variable,
      [
        code('name', text.name),
        unit,
        {
          type: 'variant',
          label: text.drawnFrom,
          variants: [
            {
              ...{
                label: text.range,
                mark: 'from',
                parts: [code('from', text.from), code('to', text.to), code('step', text.step)],
              },
              make: ({ name, unit: of }) => ({ name, unit: of, from: '', to: '', step: '1' }),
            },
            {
              ...{ label: text.oneOf, mark: 'oneOf', parts: [{ type: 'lines', path: 'oneOf', label: text.numbers }] },
              make: ({ name, unit: of }) => ({ name, unit: of, oneOf: [] }),
            },
          ],
        },
      ],
      () => ({ name: '', unit: 'shekel', from: '', to: '', step: '1' }),
    ),
    list('values', text.values, text.value, [code('name', text.name), FORMULA, unit, rounding], () => ({
      ...{ name: '', formula: '', unit: 'shekel' },
    })),
    { type: 'lines', path: 'constraints', label: text.constraints, hint: text.constraintsHint, optional: true },
    { ...FORMULA, label: text.answer, hint: text.formulaHint },
    digits('rounding.digits'),
    code('tolerance', text.tolerance),
    unit,
    list('steps', text.steps, text.stepOf, [area('text', text.wording), FORMULA, unit, rounding], () => ({
      ...{ text: '', formula: '', unit: 'shekel' },
    })),
    mistakes([FORMULA], () => ({ formula: '', why: '' })),
  ],
}

/** What is filled in of a question of a kind, in its order. */
export const partsOfKind = (kind: Kind): readonly Part[] => [
  area(
    'text',
    text.question,
    kind === 'fill-in' ? text.fillInHint : kind === 'calculated' ? text.calculatedHint : undefined,
  ),
  line('topic', text.topic),
  list('given', text.given, text.givenOf, [line('name', text.givenName), line('value', text.givenValue)], () => ({
    ...{ name: '', value: '' },
  })),
  ...OWN[kind],
  { type: 'film', path: 'watchAgain', label: text.film },
]
