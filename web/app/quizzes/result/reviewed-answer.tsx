import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { chosenOf } from '~/quizzes/question/choice-fields'
import { fieldText } from '~/quizzes/question/fields.he'
import { partsOf } from '~/quizzes/question/gaps.rules'
import { QuizText } from '~/quizzes/question/quiz-text'
import { type Answer, type Presented, type Review, readDecimal, shown } from '~/quizzes/question/quiz-types.rules'
import { Icon } from '~/shared/ui/icon'
import { resultText as text } from './result.he'

type ReviewedProps<Question extends Presented = Presented> = {
  presented: Question
  answer: Answer | null
  review: Review
}

/** What was answered beside what is right, with the reason of every part. */
export function ReviewedAnswer({ presented, ...rest }: ReviewedProps) {
  switch (presented.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return <ReviewedChoices options={presented.options} {...rest} />
    case 'true-false':
      return <ReviewedClaim {...rest} />
    case 'number':
    case 'calculated':
      return <ReviewedNumber presented={presented} {...rest} />
    case 'ordering':
      return <ReviewedOrder presented={presented} {...rest} />
    case 'matching':
      return <ReviewedPairs presented={presented} {...rest} />
    case 'fill-in':
      return <ReviewedGaps presented={presented} {...rest} />
  }
}

type PartProps = {
  isRight: boolean | null
  tags: readonly (string | false)[]
  why?: string | undefined
  children: ReactNode
}

/** One option, item, pair or gap: whether it is right, whose it was, and why. */
function Part({ isRight, tags, why, children }: PartProps) {
  return (
    <li className="grid grid-cols-[24px_1fr] gap-x-3 border-rule border-b py-3 last:border-0">
      {isRight === null ? (
        <span aria-hidden="true" />
      ) : (
        <Icon name={isRight ? 'check' : 'close'} className={clsx('mt-1 size-5', isRight ? 'text-green' : 'text-red')} />
      )}
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{children}</span>
          {tags.filter(Boolean).map((tag) => (
            <span key={String(tag)} className="rounded-md bg-rule/50 px-2 text-ink-2 text-sm">
              {tag}
            </span>
          ))}
        </p>
        {why && (
          <p className="mt-1 text-ink-2">
            <QuizText text={why} />
          </p>
        )}
      </div>
    </li>
  )
}

const Parts = ({ children }: { children: ReactNode }) => <ul className="max-w-[640px]">{children}</ul>

function ReviewedChoices({
  options,
  answer,
  review,
}: Omit<ReviewedProps, 'presented'> & { options: readonly { id: string; text: string }[] }) {
  const chosen = chosenOf(answer)
  const right = chosenOf(review.right)
  return (
    <Parts>
      {options.map(({ id, text: optionText }) => (
        <Part
          key={id}
          isRight={right.includes(id) ? true : chosen.includes(id) ? false : null}
          tags={[chosen.includes(id) && text.chosen, right.includes(id) && text.rightOne]}
          why={review.whys[id]}
        >
          <QuizText text={optionText} />
        </Part>
      ))}
    </Parts>
  )
}

function ReviewedClaim({ answer, review }: Omit<ReviewedProps, 'presented'>) {
  const claim = answer && 'claim' in answer ? answer.claim : null
  const right = 'claim' in review.right && review.right.claim
  return (
    <Parts>
      {[true, false].map((value) => (
        <Part
          key={String(value)}
          isRight={value === right ? true : value === claim ? false : null}
          tags={[value === claim && text.chosen, value === right && text.rightOne]}
          why={review.whys[String(value)]}
        >
          {value ? fieldText.true : fieldText.false}
        </Part>
      ))}
    </Parts>
  )
}

type NumberQuestion = Extract<Presented, { unit: unknown }>

function ReviewedNumber({ presented, answer, review }: ReviewedProps<NumberQuestion>) {
  const value = answer && 'number' in answer ? readDecimal(answer.number) : undefined
  return (
    <div className="max-w-[640px]">
      <p className="font-semibold">
        {value && !review.correct && (
          <>
            {text.yourAnswer('')}
            <bdi dir="ltr">{shown(value, presented.unit, 10)}</bdi>,{' '}
          </>
        )}
        {text.rightIs('')}
        <bdi dir="ltr">{review.whys.number}</bdi>
      </p>
      {[review.mistake, review.why].filter(Boolean).map((why) => (
        <p key={why} className="mt-2 text-ink-2">
          <QuizText text={why ?? ''} />
        </p>
      ))}
    </div>
  )
}

function ReviewedOrder({ presented, answer, review }: ReviewedProps<Extract<Presented, { kind: 'ordering' }>>) {
  const right = 'order' in review.right ? review.right.order : []
  const given = answer && 'order' in answer ? answer.order : []
  return (
    <>
      <p className="text-ink-2">{text.rightOrder}</p>
      <Parts>
        {right.map((id, index) => (
          <Part
            key={id}
            isRight={given.length === 0 ? null : given.indexOf(id) === index}
            tags={[given.length > 0 && given.indexOf(id) !== index && text.yourPlace(given.indexOf(id) + 1)]}
            why={review.whys[id]}
          >
            {index + 1}. <QuizText text={textOf(presented.items, id)} />
          </Part>
        ))}
      </Parts>
    </>
  )
}

function ReviewedPairs({ presented, answer, review }: ReviewedProps<Extract<Presented, { kind: 'matching' }>>) {
  const right = 'pairs' in review.right ? review.right.pairs : {}
  const given = answer && 'pairs' in answer ? answer.pairs : {}
  return (
    <Parts>
      {presented.left.map(({ id, text: left }) => {
        const mine = given[id]
        return (
          <Part
            key={id}
            isRight={mine === undefined ? null : mine === right[id]}
            tags={[mine !== undefined && mine !== right[id] && text.yourAnswer(textOf(presented.right, mine))]}
            why={review.whys[id]}
          >
            <QuizText text={left} />: <QuizText text={textOf(presented.right, right[id])} />
          </Part>
        )
      })}
    </Parts>
  )
}

function ReviewedGaps({ presented, answer, review }: ReviewedProps<Extract<Presented, { kind: 'fill-in' }>>) {
  const right = 'gaps' in review.right ? review.right.gaps : {}
  const given = answer && 'gaps' in answer ? answer.gaps : {}
  const worded = (id: string, value: string | undefined) => {
    const options = presented.gaps.find((gap) => gap.id === id)?.options
    return options ? textOf(options, value) : (value ?? '')
  }
  return (
    <Parts>
      {partsOf(presented.text)
        .filter((_, index) => index % 2 === 1)
        .map((id) => {
          const mine = given[id]
          const isRight = mine === undefined ? null : review.parts[id] === true
          return (
            <Part
              key={id}
              isRight={isRight}
              tags={[mine !== undefined && !isRight && text.yourAnswer(worded(id, mine))]}
              why={review.whys[id]}
            >
              {worded(id, right[id])}
            </Part>
          )
        })}
    </Parts>
  )
}

const textOf = (things: readonly { id: string; text: string }[], id: string | undefined): string =>
  things.find((thing) => thing.id === id)?.text ?? ''
