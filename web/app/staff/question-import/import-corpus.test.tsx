import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isTaken } from './check-import.rules'
import { importText } from './question-import.he'
import { readQuestions } from './read-questions'
import { AIKEN_FILES } from './test-aiken-files'
import { GIFT_FILES } from './test-gift-files'
import type { TestInput } from './test-input'
import { MOODLE_FILES } from './test-moodle-files'
import { TABLES } from './test-table-files'
import { TABLE_VALUES } from './test-table-values'
import { WORKBOOKS } from './test-workbooks'

const read = (file: string | Uint8Array) => readQuestions(typeof file === 'string' ? strToU8(file) : file)

function outcome({ file }: TestInput) {
  const found = read(file)
  if ('fault' in found) {
    expect(importText.fault(found)).toMatch(/[א-ת]/)
    return { fault: found.fault, takes: [], refuses: [], warns: [], notes: [] }
  }
  return {
    fault: undefined,
    takes: found.questions.filter(isTaken).map(({ definition }) => definition),
    refuses: found.questions
      .filter((question) => !isTaken(question))
      .map(({ place, reasons }) => {
        for (const reason of reasons) expect(importText.reason(reason)).toMatch(/[א-ת]/)
        return ['row' in place ? place.row : place.number, reasons[0]?.code, reasons[0]?.field]
      }),
    warns: found.warnings.map(({ code }) => code),
    notes: found.questions.flatMap(({ notes }) => notes.map(({ code }) => code)),
  }
}

describe.each([
  ['tables', TABLES],
  ['values in tables', TABLE_VALUES],
  ['workbooks', WORKBOOKS],
  ['GIFT', GIFT_FILES],
  ['Moodle XML', MOODLE_FILES],
  ['Aiken', AIKEN_FILES],
] as const)('questions from %s, as programs and people write them', (_, inputs) => {
  it.each(inputs.map((input) => [input.from, input] as const))('%s', (_from, input) => {
    const { fault, takes, refuses, warns, notes } = outcome(input)
    expect({ fault, takes }).toMatchObject({ fault: input.fault, takes: input.takes ?? [] })
    expect(refuses.map((one, at) => one.slice(0, input.refuses?.[at]?.length ?? 3))).toEqual(input.refuses ?? [])
    expect(warns).toEqual(input.warns ?? [])
    expect(notes).toEqual(input.notes ?? [])
  })
})
