import { childOf, childrenOf, readXml } from '~/staff/table-file/safe-xml.rules'
import { clozeOfText } from './cloze.rules'
import { topicOfCategory } from './gift-blocks.rules'
import { notesOfLosses, reasonsOfLosses } from './gift-reader.rules'
import { textOfFormat } from './html-text.rules'
import { type Imported, type ImportNote, type ImportReason, MOST_QUESTIONS } from './imported.rules'
import {
  acceptedOfAnswers,
  choiceOfAnswers,
  decimalOf,
  type Made,
  type MoodleAnswer,
  matchingOfPairs,
  type NumberAnswer,
  numberOfAnswers,
} from './moodle-answers.rules'
import { idOf, withGaps } from './question-rows.rules'
import { unitOfWord } from './question-words.rules'

const refused = (code: ImportReason['code'], value?: string): Made => ({ reasons: [{ code, ...(value && { value }) }] })
const isTrue = (element: Element | undefined) => /^\s*(?:1|true)\s*$/i.test(element?.textContent ?? '')
const bare = (element: Element | undefined, name: string) =>
  (childOf(childOf(element, name), 'text') ?? childOf(element, name))?.textContent?.trim() ?? ''
const plainOf = (holder: Element | undefined) => (childOf(holder, 'text') ?? holder)?.textContent?.trim() ?? ''
/** What Moodle writes into every choice by itself. */
const USUAL =
  /^(?:your answer is (?:partially )?(?:in)?correct\.?|התשובה שלך (?:לא )?נכונה(?: חלקית)?\.?|תשובתך (?:לא )?נכונה(?: חלקית)?\.?|תשובה (?:לא )?נכונה(?: חלקית)?\.?)$/i

/** Reads texts of one question; what explanations lose is noted, what the question itself loses refuses it. */
class Texts {
  readonly lost = new Set<string>()
  readonly lostAside = new Set<string>()

  of(holder: Element | undefined, isAside = false): string {
    const holdsText = childOf(holder, 'text')
    const read = textOfFormat((holdsText ?? holder)?.textContent ?? '', holder?.getAttribute('format') ?? 'moodle')
    for (const loss of read.losses) (isAside ? this.lostAside : this.lost).add(loss)
    if (!isAside && childrenOf(holder, 'file').length > 0) this.lost.add('PICTURE')
    return read.text
  }
}

/** Whatever their format says, typed answers and sides of pairs are plain words. */
function answersOf(question: Element, texts: Texts, arePlain = false): MoodleAnswer[] {
  return childrenOf(question, 'answer').map((answer) => ({
    text: arePlain ? plainOf(answer) : texts.of(answer),
    percent: Number(answer.getAttribute('fraction') ?? 0),
    feedback: texts.of(childOf(answer, 'feedback'), true),
  }))
}

function trueFalseOf(question: Element, texts: Texts, general: string): Made {
  const answers = answersOf(question, texts)
  const of = (word: string) => answers.find(({ text }) => text.trim().toLowerCase() === word)
  const [yes, no] = [of('true'), of('false')]
  const right = answers.filter(({ percent }) => percent === 100)
  if (!yes || !no || right.length !== 1) return refused('NO_RIGHT')
  return {
    body: {
      kind: 'true-false',
      right: right[0] === yes,
      why: { true: yes.feedback || general, false: no.feedback || general },
    },
  }
}

function numericalOf(question: Element, texts: Texts, general: string): Made {
  const answers: NumberAnswer[] = []
  for (const answer of childrenOf(question, 'answer')) {
    const text = plainOf(answer)
    if (text === '*') continue
    const [value, tolerance] = [decimalOf(text), decimalOf(bare(answer, 'tolerance') || '0')]
    if (!value || !tolerance) return refused('NOT_A_NUMBER', text)
    answers.push({
      value,
      tolerance,
      percent: Number(answer.getAttribute('fraction') ?? 0),
      feedback: texts.of(childOf(answer, 'feedback'), true),
    })
  }
  const units = childrenOf(childOf(question, 'units'), 'unit').map((unit) => ({
    name: bare(unit, 'unit_name'),
    multiplier: Number(bare(unit, 'multiplier') || 1),
  }))
  const main = units.find(({ multiplier }) => multiplier === 1) ?? units[0]
  const unit = main ? unitOfWord(main.name) : 'number'
  if (!unit) return refused('UNIT_NOT_OURS', main?.name)
  const made = numberOfAnswers(answers, unit, general)
  return units.length > 1 ? { ...made, notes: [...(made.notes ?? []), { code: 'UNITS_LEFT' }] } : made
}

function shortAnswerOf(question: Element, texts: Texts, general: string): Made {
  const answers = answersOf(question, texts, true)
  const { accepted, reasons, notes = [] } = acceptedOfAnswers(answers)
  if (reasons) return { reasons }
  const { text, gaps } = withGaps(texts.of(childOf(question, 'questiontext')))
  if (gaps !== 1) return refused('GAP_PLACES', String(gaps))
  const why = answers.find(({ percent }) => percent > 0)?.feedback || general
  const isStrict = isTrue(childOf(question, 'usecase')) && accepted.some((one) => /[a-z]/i.test(one))
  return {
    body: { kind: 'fill-in', text, gaps: [{ id: 'a', why, accepted }] },
    notes: isStrict ? [...notes, { code: 'CASE' }] : notes,
  }
}

/** Gaps `[[1]]` that are chosen or dragged from options of a group. */
function gapSelectOf(question: Element, texts: Texts, general: string): Made {
  const choices = [...childrenOf(question, 'selectoption'), ...childrenOf(question, 'dragbox')].map((choice) => ({
    ...{ text: plainOf(choice), group: bare(choice, 'group') },
  }))
  const gaps: object[] = []
  let isWrong = false
  const text = texts.of(childOf(question, 'questiontext')).replace(/\[\[(\d{1,2})\]\]/g, (_, number: string) => {
    const right = choices[Number(number) - 1]
    const options = choices.flatMap((choice, at) =>
      choice.group === right?.group ? [{ id: idOf(at), text: choice.text, why: general }] : [],
    )
    if (!right) isWrong = true
    const id = idOf(gaps.length)
    gaps.push({ id, why: general, options, right: idOf(Number(number) - 1) })
    return `[[${id}]]`
  })
  return isWrong || gaps.length === 0 ? refused('ANSWER_MISSING') : { body: { kind: 'fill-in', text, gaps } }
}

function madeOf(question: Element, type: string, texts: Texts, general: string): Made {
  switch (type) {
    case 'multichoice': {
      const shuffle = childOf(question, 'shuffleanswers')
      return choiceOfAnswers(
        answersOf(question, texts),
        isTrue(childOf(question, 'single')),
        Boolean(shuffle) && !isTrue(shuffle),
        general,
      )
    }
    case 'truefalse':
      return trueFalseOf(question, texts, general)
    case 'numerical':
      return numericalOf(question, texts, general)
    case 'shortanswer':
      return shortAnswerOf(question, texts, general)
    case 'matching':
    case 'ddmatch':
      return matchingOfPairs(
        childrenOf(question, 'subquestion').map((pair) => ({
          left: texts.of(pair),
          right: plainOf(childOf(pair, 'answer')),
        })),
        general,
      )
    case 'ordering': {
      const items = answersOf(question, texts).map(({ text, feedback }, at) => ({
        id: idOf(at),
        text,
        why: feedback || general,
      }))
      return { body: { kind: 'ordering', items } }
    }
    case 'gapselect':
    case 'ddwtos':
      return gapSelectOf(question, texts, general)
    case 'cloze':
    case 'multianswer':
      return clozeOfText(texts.of(childOf(question, 'questiontext')), general)
    default:
      return refused('KIND_NOT_OURS', type)
  }
}

/** What of a question is not taken along, though the question is. */
function notesOf(question: Element, texts: Texts): ImportNote[] {
  const feedback = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].map((name) =>
    texts.of(childOf(question, name), true),
  )
  const grade = Number(bare(question, 'defaultgrade') || 1)
  const aside = [...texts.lostAside].some((loss) => ['PICTURE', 'MEDIA', 'FORMULA_TEX'].includes(loss))
  const notes: (ImportNote | false)[] = [
    isTrue(childOf(question, 'hidden')) && { code: 'HIDDEN' },
    grade !== 1 && { code: 'DEFAULT_GRADE', value: String(grade) },
    childrenOf(question, 'hint').some((hint) => texts.of(hint, true)) && { code: 'HINTS' },
    feedback.some((text) => text && !USUAL.test(text)) && { code: 'FEEDBACK_LEFT' },
    aside && { code: 'FILES_LEFT' },
  ]
  return notes.filter((note) => note !== false)
}

function questionOf(question: Element, number: number, category: string): Imported {
  const type = question.getAttribute('type') ?? ''
  const texts = new Texts()
  const text = texts.of(childOf(question, 'questiontext'))
  const general = texts.of(childOf(question, 'generalfeedback'), true)
  const made = madeOf(question, type, texts, general)
  const topic = topicOfCategory(category)
  const tags = childrenOf(childOf(question, 'tags'), 'tag').map(
    (tag) => (childOf(tag, 'text') ?? tag).textContent?.trim() ?? '',
  )
  const reasons = [...(made.reasons ?? []), ...reasonsOfLosses(texts.lost)]
  return {
    place: { number },
    name: bare(question, 'name') || text,
    pool: { key: category, topic, draw: null },
    id: bare(question, 'idnumber'),
    ...(reasons.length === 0 && { definition: { topic: tags[0] || topic, text, ...made.body } }),
    reasons,
    notes: [...(made.notes ?? []), ...notesOf(question, texts), ...notesOfLosses(texts.lost)],
  }
}

/** The questions of a file in Moodle XML, each by its number without those that name a category (docs.moodle.org). */
export function readMoodleXml(text: string): Imported[] | 'XML' | 'OTHER_XML' {
  const root = readXml(text)
  if (!root) return 'XML'
  if (root.localName !== 'quiz') return 'OTHER_XML'
  const questions: Imported[] = []
  let category = ''
  for (const question of childrenOf(root, 'question')) {
    if (question.getAttribute('type') === 'category') category = bare(question, 'category')
    else if (questions.length <= MOST_QUESTIONS) questions.push(questionOf(question, questions.length + 1, category))
  }
  return questions
}
