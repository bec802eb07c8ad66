import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { Icon } from '~/shared/ui/icon'
import { fieldText as text } from './fields.he'
import { QuizText } from './quiz-text'
import type { FieldsProps, Presented } from './quiz-types.rules'

type ChoiceQuestion = Extract<Presented, { options: unknown }>

/** Rows of which one, or several, are chosen. */
export function ChoiceFields({ presented, answer, onAnswer, labelledBy }: FieldsProps<ChoiceQuestion>) {
  const name = useId()
  const isMultiple = presented.kind === 'multiple-choice'
  const chosen = chosenOf(answer)
  const choose = (id: string) => {
    if (!isMultiple) return onAnswer({ choice: id })
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    onAnswer(next.length > 0 ? { choices: next } : null)
  }
  return (
    <fieldset aria-labelledby={labelledBy} className="grid max-w-[640px] gap-2.5">
      {presented.options.map((option, index) => (
        <ChoiceRow
          key={option.id}
          type={isMultiple ? 'checkbox' : 'radio'}
          name={name}
          marker={text.letters[index]}
          isChosen={chosen.includes(option.id)}
          onChoose={() => choose(option.id)}
        >
          <QuizText text={option.text} />
        </ChoiceRow>
      ))}
    </fieldset>
  )
}

export function chosenOf(answer: FieldsProps['answer']): string[] {
  if (answer === null) return []
  if ('choice' in answer) return [answer.choice]
  return 'choices' in answer ? answer.choices : []
}

type TrueFalseQuestion = Extract<Presented, { kind: 'true-false' }>

export function TrueFalseFields({ answer, onAnswer, labelledBy }: FieldsProps<TrueFalseQuestion>) {
  const name = useId()
  const claim = answer && 'claim' in answer ? answer.claim : null
  return (
    <fieldset aria-labelledby={labelledBy} className="grid max-w-[420px] grid-cols-2 gap-2.5">
      {[true, false].map((value) => (
        <ChoiceRow
          key={String(value)}
          type="radio"
          name={name}
          isChosen={claim === value}
          onChoose={() => onAnswer({ claim: value })}
        >
          {value ? text.true : text.false}
        </ChoiceRow>
      ))}
    </fieldset>
  )
}

/** The field lies over its row, unseen: fingers, keys and readers all meet the same thing. */
export const COVERING = 'absolute inset-0 size-full cursor-pointer opacity-0'

type ChoiceRowProps = {
  type: 'radio' | 'checkbox'
  name: string
  marker?: string | undefined
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** A row as wide as a thumb likes it. */
function ChoiceRow({ type, name, marker, isChosen, onChoose, children }: ChoiceRowProps) {
  return (
    <label
      className={clsx(
        'relative flex min-h-13 items-center gap-3.5 rounded-control border px-4 py-2.5',
        'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        isChosen ? 'border-green bg-green-wash' : 'border-rule-2 bg-card hover:border-ink-3',
      )}
    >
      <input type={type} name={name} checked={isChosen} onChange={onChoose} className={COVERING} />
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-7 shrink-0 place-items-center border text-sm',
          type === 'radio' ? 'rounded-full' : 'rounded-md',
          isChosen ? 'border-green bg-green text-white' : 'border-rule-2 text-ink-3',
        )}
      >
        {isChosen ? <Icon name="check" className="size-4" /> : marker}
      </span>
      <span className={clsx('min-w-0', isChosen && 'font-semibold')}>{children}</span>
    </label>
  )
}
