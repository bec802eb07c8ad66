import type { ExportFormat } from '~/staff/list-export/file-writer'
import type { Pool, PoolQuestion } from '../question-bank/definitions.rules'
import { writeGift } from './gift-writer.rules'
import { writeMoodleXml } from './moodle-writer.rules'
import { writeQuizFile } from './quiz-file.rules'
import { writeQuizTable } from './quiz-table.rules'
import { TEMPLATE_NAME } from './template.he'
import { templateFile } from './template-file'

export type QuestionFormat = 'json' | 'csv' | 'moodle' | 'gift'

/** A file of the questions of a test, and the questions that its format has no place for. */
export function questionFile(
  pools: readonly Pool[],
  format: QuestionFormat,
): { name: string; type: string; text: string; left: PoolQuestion[] } {
  switch (format) {
    case 'json':
      return { name: 'questions.json', type: 'application/json', text: writeQuizFile(pools), left: [] }
    case 'csv':
      return { name: 'questions.csv', type: 'text/csv', text: writeQuizTable(pools), left: [] }
    case 'moodle':
      return { name: 'questions.xml', type: 'application/xml', ...writeMoodleXml(pools) }
    case 'gift':
      return { name: 'questions.gift', type: 'text/plain', ...writeGift(pools) }
  }
}

/** The table to begin from, as a file with its name. */
export const questionTemplate = (format: ExportFormat): { name: string; file: Blob } => ({
  name: `${TEMPLATE_NAME}.${format}`,
  file: new Blob([templateFile(format)]),
})
