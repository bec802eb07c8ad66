import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import type { Definition } from '../question-bank/definitions.rules'
import { bankText } from '../question-bank/question-bank.he'
import { QuestionPreview } from '../question-bank/question-preview'
import type { CheckedQuestion } from './check-import.rules'
import type { ImportWarning } from './imported.rules'
import { importText as text } from './question-import.he'

/** What of a file is not read. */
export function WarningList({ warnings }: { warnings: readonly ImportWarning[] }) {
  return (
    <section className="rounded-control border-saffron border-s-4 bg-saffron-wash px-4 py-3">
      <h3 className="font-sans font-semibold text-base">{text.warnings}</h3>
      <ul>
        {warnings.map((warning) => (
          <li key={text.warning(warning)}>{text.warning(warning)}</li>
        ))}
      </ul>
    </section>
  )
}

/** The questions that cannot be taken, each with its place and reasons. */
export function RefusedList({ questions, onSave }: { questions: readonly CheckedQuestion[]; onSave: () => void }) {
  return (
    <section>
      <h3 className="text-lg">{plural(questions.length, text.refused)}</h3>
      <p className="mb-2 text-ink-2">{text.refusedLead}</p>
      <ul className="max-h-72 overflow-y-auto border-rule border-t">
        {questions.map((question, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions of one reading have no other identity
          <li key={at} className="border-rule border-b py-2">
            <span className="text-ink-2 text-sm">{text.place(question.place)}</span>{' '}
            <Bidi className="line-clamp-1 font-semibold">{question.name}</Bidi>
            <ul className="text-red">
              {question.reasons.map((reason) => (
                <li key={text.reason(reason)}>
                  <Bidi>{text.reason(reason)}</Bidi>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Button look="secondary" size="small" className="mt-3" onClick={onSave}>
        {text.saveRefused}
      </Button>
    </section>
  )
}

type TakenListProps = {
  questions: readonly CheckedQuestion[]
  left: ReadonlySet<CheckedQuestion>
  onTake: (question: CheckedQuestion, takes: boolean) => void
}

/** The questions that may be taken: each can be left, and opened as a student will see it. */
export function TakenList({ questions, left, onTake }: TakenListProps) {
  return (
    <section>
      <h3 className="text-lg">{text.taken}</h3>
      <p className="mb-2 text-ink-2">{text.takenLead}</p>
      <ul className="border-rule border-t">
        {questions.map((question, at) => (
          <TakenQuestion
            // biome-ignore lint/suspicious/noArrayIndexKey: questions of one reading have no other identity
            key={at}
            question={question}
            isLeft={left.has(question)}
            onTake={(takes) => onTake(question, takes)}
          />
        ))}
      </ul>
    </section>
  )
}

type TakenQuestionProps = { question: CheckedQuestion; isLeft: boolean; onTake: (takes: boolean) => void }

function TakenQuestion({ question, isLeft, onTake }: TakenQuestionProps) {
  const [isOpen, setOpen] = useState(false)
  const definition = question.definition as Definition
  const lines = [...question.notes.map(text.note), ...(question.gaps.length > 0 ? [text.gaps(question.gaps)] : [])]
  return (
    <li className="border-rule border-b py-1">
      <div className="flex items-center gap-2">
        <label className="grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            className="size-6 accent-green"
            aria-label={`${text.take}: ${definition.text}`}
            checked={!isLeft}
            onChange={({ target }) => onTake(target.checked)}
          />
        </label>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-11 min-w-0 grow text-start"
        >
          <span className="text-ink-2 text-sm">{text.place(question.place)}</span>{' '}
          <span className="text-green-ink text-sm">{bankText.kinds[definition.kind]}</span>{' '}
          <Bidi className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{definition.text}</Bidi>
        </button>
      </div>
      {lines.length > 0 && (
        <ul className="ps-13 pb-1 text-ink-2 text-sm">
          {lines.map((line) => (
            <li key={line}>
              <Bidi>{line}</Bidi>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <section aria-label={bankText.preview} className="my-2 rounded-card border border-rule bg-card px-5 py-4">
          <QuestionPreview definition={definition} />
        </section>
      )}
    </li>
  )
}
