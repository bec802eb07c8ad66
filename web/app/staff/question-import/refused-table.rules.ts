import { CSV_BEGINNING, csvLines } from '~/staff/list-export/csv.rules'
import type { CheckedQuestion } from './check-import.rules'
import { importText as text } from './question-import.he'

/** What was refused as a table to mend and read again: the rows as they were, or the names, and why. */
export function writeRefused(refused: readonly CheckedQuestion[], head: readonly string[] | undefined): string {
  const why = ({ reasons }: CheckedQuestion) => reasons.map(text.reason).join(' ')
  const rows = refused.map((question) =>
    question.cells
      ? [...question.cells, why(question)]
      : ['number' in question.place ? String(question.place.number) : '', question.name, why(question)],
  )
  return CSV_BEGINNING + csvLines([[...(head ?? [text.numberTitle, text.nameTitle]), text.reasonTitle], ...rows])
}
