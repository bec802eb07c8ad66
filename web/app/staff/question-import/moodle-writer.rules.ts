import type { Definition, Pool, PoolQuestion } from '../question-bank/definitions.rules'
import { clozeOfGap } from './cloze.rules'
import { htmlOfText } from './html-text.rules'

/** What was written, and the questions that the format has no place for. */
export type Exported = { text: string; left: PoolQuestion[] }

const UNITS = { shekel: '₪', percent: '%', years: 'שנים', months: 'חודשים', number: '' }
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
/** Without the signs that XML cannot hold. */
const clean = (text: string) => text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu, '')
const plain = (name: string, text: string) => `<${name}><text>${cdata(clean(text))}</text></${name}>`
const html = (name: string, text: string, attributes = '') =>
  `<${name}${attributes} format="html"><text>${cdata(htmlOfText(clean(text)))}</text></${name}>`
const answer = (fraction: number, text: string, why: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text>${cdata(htmlOfText(clean(text)))}</text>${html('feedback', why)}${more}</answer>`
const exactly = (fraction: number, value: string, tolerance: string, why: string) =>
  `<answer fraction="${fraction}" format="moodle_auto_format"><text>${value}</text>${html('feedback', why)}<tolerance>${tolerance}</tolerance></answer>`

/** The share of each of so many right answers, in the numbers that Moodle knows. */
export const percentOfEach = (many: number): number => Number((100 / many).toFixed(5))

type Body = { type: string; text?: string; inner: string }

function bodyOf(definition: Definition): Body | undefined {
  switch (definition.kind) {
    case 'single-choice':
    case 'multiple-choice': {
      const rights: readonly string[] = [definition.right].flat()
      const [share, isSingle] = [percentOfEach(rights.length), definition.kind === 'single-choice']
      const options = definition.options.map(({ id, text, why }) =>
        answer(rights.includes(id) ? share : isSingle ? 0 : -share, text, why),
      )
      const inner = `<single>${isSingle}</single><shuffleanswers>${!definition.keepOrder}</shuffleanswers><answernumbering>none</answernumbering>`
      return { type: 'multichoice', inner: inner + options.join('') }
    }
    case 'true-false': {
      const sides = ([true, false] as const).map((side) =>
        answer(definition.right === side ? 100 : 0, String(side), definition.why[side ? 'true' : 'false']),
      )
      return { type: 'truefalse', inner: sides.join('') }
    }
    case 'number': {
      const { right, tolerance, unit, why, mistakes = [] } = definition
      const known = mistakes.map((mistake) => exactly(0, mistake.value, tolerance, mistake.why))
      const name = UNITS[unit]
      const units = name && `<units><unit><multiplier>1</multiplier><unit_name>${name}</unit_name></unit></units>`
      return {
        type: 'numerical',
        inner: `${exactly(100, right, tolerance, why)}${known.join('')}${units}<unitgradingtype>0</unitgradingtype>`,
      }
    }
    case 'matching': {
      const pairs = [...definition.pairs, ...(definition.extra ?? []).map(({ right }) => ({ left: '', right }))]
      const subquestions = pairs.map(
        ({ left, right }) =>
          `<subquestion format="html"><text>${cdata(htmlOfText(clean(left)))}</text>${plain('answer', right)}</subquestion>`,
      )
      return { type: 'matching', inner: `<shuffleanswers>true</shuffleanswers>${subquestions.join('')}` }
    }
    case 'ordering':
      return { type: 'ordering', inner: definition.items.map(({ text, why }) => answer(100, text, why)).join('') }
    case 'fill-in': {
      const text = definition.gaps.reduce(
        (made, gap) => made.replace(`[[${gap.id}]]`, () => clozeOfGap(gap)),
        definition.text,
      )
      return { type: 'cloze', text, inner: '' }
    }
    default:
      return undefined
  }
}

/** What stands as a ledger beside a question, as lines of its text. */
export const withGiven = ({ text, given = [] }: Definition, own = text): string =>
  [own, ...given.map(({ name, value }) => `${name}: ${value}`)].join('\n')

/** The questions of a test in Moodle XML; calculated ones have no place in it and are left. */
export function writeMoodleXml(pools: readonly Pool[]): Exported {
  const left: PoolQuestion[] = []
  const parts = pools.flatMap(({ topic, questions }) => [
    `<question type="category"><category><text>${cdata(`$course$/top/${topic.replaceAll('/', '//')}`)}</text></category></question>`,
    ...questions.flatMap((question) => {
      const { id, definition } = question
      const body = bodyOf(definition)
      if (!body) left.push(question)
      return body
        ? [
            `<question type="${body.type}">${plain('name', definition.text.slice(0, 80))}${html('questiontext', withGiven(definition, body.text))}<defaultgrade>1</defaultgrade><hidden>0</hidden><idnumber>${id}</idnumber>${body.inner}<tags><tag><text>${cdata(definition.topic)}</text></tag></tags></question>`,
          ]
        : []
    }),
  ])
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`, left }
}
