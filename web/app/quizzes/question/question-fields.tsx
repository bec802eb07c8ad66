import { useId } from 'react'
import { ChoiceFields, TrueFalseFields } from './choice-fields'
import { fieldText as text } from './fields.he'
import { FillInFields } from './fill-in-fields'
import { Ledger } from './ledger'
import { MatchingFields } from './matching-fields'
import { NumberField } from './number-field'
import { OrderingFields } from './ordering-fields'
import { QuizText } from './quiz-text'
import type { FieldsProps } from './quiz-types.rules'

/** A question of any kind with the fields for its answer. */
export function QuestionFields(props: Omit<FieldsProps, 'labelledBy'>) {
  const labelledBy = useId()
  const { presented } = props
  return (
    <div>
      <p className="font-semibold text-green-ink text-sm">{text.kinds[presented.kind]}</p>
      {presented.kind !== 'fill-in' && (
        <h2 id={labelledBy} className="mt-2 mb-5 max-w-[34em] text-xl leading-snug">
          <QuizText text={presented.text} />
        </h2>
      )}
      {presented.given && <Ledger label={text.given} lines={presented.given} />}
      <Fields {...props} labelledBy={labelledBy} />
    </div>
  )
}

function Fields({ presented, ...props }: FieldsProps) {
  switch (presented.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return <ChoiceFields presented={presented} {...props} />
    case 'true-false':
      return <TrueFalseFields presented={presented} {...props} />
    case 'number':
    case 'calculated':
      return <NumberField presented={presented} {...props} />
    case 'ordering':
      return <OrderingFields presented={presented} {...props} />
    case 'matching':
      return <MatchingFields presented={presented} {...props} />
    case 'fill-in':
      return <FillInFields presented={presented} {...props} />
  }
}
