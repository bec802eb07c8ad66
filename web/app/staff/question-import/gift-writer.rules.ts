import type { Definition, Pool, PoolQuestion } from '../question-bank/definitions.rules'
import { htmlOfText } from './html-text.rules'
import { type Exported, percentOfEach, withGiven } from './moodle-writer.rules'

const escaped = (text: string) => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\r?\n/g, '\\n')
/** A text as HTML, which the format of the question says it is. */
const html = (text: string) => escaped(htmlOfText(text))
const feedback = (text: string) => (text ? `#${html(text)}` : '')

function answersOf(definition: Definition): string[] | undefined {
  switch (definition.kind) {
    case 'single-choice':
      return definition.options.map(
        ({ id, text, why }) => `${id === definition.right ? '=' : '~'}${html(text)}${feedback(why)}`,
      )
    case 'multiple-choice': {
      const share = percentOfEach(definition.right.length)
      return definition.options.map(
        ({ id, text, why }) => `~%${definition.right.includes(id) ? share : -share}%${html(text)}${feedback(why)}`,
      )
    }
    case 'true-false': {
      const { right, why } = definition
      const [ofRight, ofWrong] = right ? [why.true, why.false] : [why.false, why.true]
      return [`${right ? 'TRUE' : 'FALSE'}#${html(ofWrong)}#${html(ofRight)}`]
    }
    case 'number': {
      const { right, tolerance, why, mistakes = [] } = definition
      const values = mistakes.map((mistake) => `=%0%${mistake.value}:${tolerance}${feedback(mistake.why)}`)
      return ['#', `=${right}:${tolerance}${feedback(why)}`, ...values]
    }
    case 'matching': {
      const pairs = [...definition.pairs, ...(definition.extra ?? []).map(({ right }) => ({ left: '', right }))]
      return pairs.some(({ left, right }) => `${left}${right}`.includes('->'))
        ? undefined
        : pairs.map(({ left, right }) => `=${html(left)} -> ${html(right)}`)
    }
    case 'fill-in': {
      const [gap] = definition.gaps
      if (definition.gaps.length !== 1 || !gap || !('accepted' in gap)) return undefined
      return gap.accepted.map((one, at) => `=${html(one.replaceAll('*', '\\*'))}${at === 0 ? feedback(gap.why) : ''}`)
    }
    default:
      return undefined
  }
}

/** The gap of a question stands where its braces do. */
function aroundGap(definition: Definition): [before: string, after: string] {
  if (definition.kind !== 'fill-in') return [withGiven(definition), '']
  const [before = '', after = ''] = withGiven(definition).split(`[[${definition.gaps[0]?.id}]]`)
  return [before, after]
}

function tagsOf({ id, definition }: PoolQuestion): string {
  const unit = definition.kind === 'number' && definition.unit !== 'number' ? ` [tag:unit=${definition.unit}]` : ''
  const order = 'keepOrder' in definition && definition.keepOrder ? ' [tag:order=keep]' : ''
  return `// [id:${id}] [tag:${definition.topic.replace(/[[\]\n]/g, ' ')}]${unit}${order}`
}

/** The questions of a test in GIFT; calculations, orders and gaps that are chosen or several have no place in it and are left. */
export function writeGift(pools: readonly Pool[]): Exported {
  const left: PoolQuestion[] = []
  const blocks = pools.flatMap(({ topic, questions }) => [
    `$CATEGORY: $course$/top/${topic.replaceAll('/', '//').replace(/\n/g, ' ')}`,
    ...questions.flatMap((question) => {
      const answers = answersOf(question.definition)
      if (!answers) left.push(question)
      const [before, after] = aroundGap(question.definition)
      return answers ? [`${tagsOf(question)}\n[html]${html(before)}{\n${answers.join('\n')}\n}${html(after)}`] : []
    }),
  ])
  return { text: `${blocks.join('\n\n')}\n`, left }
}
