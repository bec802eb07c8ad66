import { expect, it } from 'vitest'
import { fillCanned } from './canned.rules'

const VALUES = { שם: 'דנה', נושא: 'ריבית', קורס: '', שיעור: 'ריבית דריבית', נציג: 'נועה' }

it.each([
  ['שלום {שם}, כאן {נציג}', 'שלום דנה, כאן נועה'],
  ['{ שם }', 'דנה'],
  ['על {קורס}', 'על {קורס}'],
  ['{אחר} {constructor} {', '{אחר} {constructor} {'],
  ['{{שם}}', '{דנה}'],
])('%s becomes %s', (body, filled) => expect(fillCanned(body, VALUES)).toBe(filled))
