import { useId } from 'react'
import { fieldText as text } from './fields.he'
import { GapSelect } from './gap-select'
import { QuizText } from './quiz-text'
import type { FieldsProps, Presented } from './quiz-types.rules'

type MatchingQuestion = Extract<Presented, { kind: 'matching' }>

/** A choice for each thing on one side, of those on the other. */
export function MatchingFields({ presented, answer, onAnswer, labelledBy }: FieldsProps<MatchingQuestion>) {
  const id = useId()
  const pairs = answer && 'pairs' in answer ? answer.pairs : {}
  const choose = (left: string, right: string) => {
    const { [left]: _, ...others } = pairs
    const next = right === '' ? others : { ...others, [left]: right }
    onAnswer(Object.keys(next).length > 0 ? { pairs: next } : null)
  }
  return (
    <fieldset aria-labelledby={labelledBy} className="max-w-[640px] border-ink border-t">
      {presented.left.map((left) => (
        <div key={left.id} className="grid items-center gap-x-6 gap-y-2 border-rule border-b py-3 md:grid-cols-2">
          <span id={`${id}${left.id}`}>
            <QuizText text={left.text} />
          </span>
          <GapSelect
            labelledBy={`${id}${left.id}`}
            value={pairs[left.id] ?? ''}
            options={presented.right.map((right) => ({
              id: right.id,
              text: isTaken(pairs, left.id, right.id) ? text.taken(right.text) : right.text,
            }))}
            onChoose={(right) => choose(left.id, right)}
          />
        </div>
      ))}
    </fieldset>
  )
}

const isTaken = (pairs: Record<string, string>, left: string, right: string): boolean =>
  Object.entries(pairs).some(([other, chosen]) => other !== left && chosen === right)
