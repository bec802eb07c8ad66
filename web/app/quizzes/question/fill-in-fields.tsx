import { Fragment } from 'react'
import { directionOf } from '~/shared/formats/direction'
import { fieldText as text } from './fields.he'
import { GapSelect } from './gap-select'
import { partsOf, tailOf } from './gaps.rules'
import { QuizText } from './quiz-text'
import type { FieldsProps, Presented } from './quiz-types.rules'

type FillInQuestion = Extract<Presented, { kind: 'fill-in' }>

const LONGEST = 80

/** A text whose gaps are chosen or written where they stand. */
export function FillInFields({ presented, answer, onAnswer, labelledBy }: FieldsProps<FillInQuestion>) {
  const gaps = answer && 'gaps' in answer ? answer.gaps : {}
  const fill = (id: string, value: string) => {
    const { [id]: _, ...others } = gaps
    const next = value === '' ? others : { ...others, [id]: value }
    onAnswer(Object.keys(next).length > 0 ? { gaps: next } : null)
  }
  const parts = partsOf(presented.text)
  return (
    <div id={labelledBy} className="mt-2 max-w-[40em] text-lg leading-[2.9]">
      {parts.map((part, index) => {
        if (index % 2 === 0)
          return (
            <Fragment key={part}>
              <QuizText text={index === 0 ? part : part.slice(tailOf(part).length)} />
            </Fragment>
          )
        const place = presented.gaps.findIndex(({ id }) => id === part)
        const label = text.gap(place + 1, presented.gaps.length)
        const options = presented.gaps[place]?.options
        const value = gaps[part] ?? ''
        return (
          <span key={part} className="mx-1 inline-flex max-w-full items-baseline gap-0.5">
            {options ? (
              <GapSelect
                label={label}
                value={value}
                options={options}
                onChoose={(id) => fill(part, id)}
                className="w-auto min-w-0"
              />
            ) : (
              <input
                aria-label={label}
                dir={directionOf(value)}
                value={value}
                maxLength={LONGEST}
                autoComplete="off"
                onChange={(event) => fill(part, event.target.value)}
                className="h-12 w-40 min-w-0 rounded-control border border-field bg-card px-3 font-semibold"
              />
            )}
            {tailOf(parts[index + 1] ?? '')}
          </span>
        )
      })}
    </div>
  )
}
