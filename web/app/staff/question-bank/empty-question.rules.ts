import type { Definition, Kind } from './definitions.rules'
import { type Loose, makeOption } from './question-shapes.rules'

const EMPTY: Readonly<Record<Kind, Loose>> = {
  'single-choice': { options: [makeOption([]), makeOption(['a'])], right: 'a' },
  'multiple-choice': { options: [makeOption([]), makeOption(['a'])], right: ['a'] },
  'true-false': { right: true, why: { true: '', false: '' } },
  number: { right: '', tolerance: '0', unit: 'shekel', why: '' },
  ordering: { items: [makeOption([]), makeOption(['a']), makeOption(['a', 'b'])] },
  matching: { pairs: ['a', 'b'].map((id) => ({ id, left: '', right: '', why: '' })) },
  'fill-in': { gaps: [{ id: 'a', why: '', accepted: [] }] },
  calculated: {
    ...{ variables: [{ name: '', unit: 'shekel', from: '', to: '', step: '1' }], formula: '', rounding: { digits: 0 } },
    ...{ tolerance: '0', unit: 'shekel', steps: [{ text: '', formula: '', unit: 'shekel' }], mistakes: [] },
  },
}

/** A question of a kind before anything was written. */
export const emptyQuestion = (kind: Kind, topic: string): Definition =>
  ({ kind, text: '', topic, ...structuredClone(EMPTY[kind]) }) as unknown as Definition
