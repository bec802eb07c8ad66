import { useId, useState } from 'react'
import { randomId } from '~/shared/browser/random-id'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import type { Kind, Pool } from './definitions.rules'
import { SELECT } from './field-styles'
import { type Place, withMoved, withMovedBack, withQuestion } from './pools.rules'
import { bankText as text } from './question-bank.he'
import { SmallButton } from './small-button'

type QuestionActsProps = {
  pools: readonly Pool[]
  place: Place
  change: (make: (pools: readonly Pool[]) => Pool[]) => void
  onRemove: () => void
}

/** Moves a question in its pool and to others, copies and removes it. */
export function QuestionActions({ pools, place, change, onRemove }: QuestionActsProps) {
  const { pool, at } = place
  const { topic = '', questions = [] } = pools[pool] ?? {}
  const question = questions[at]
  const name = question?.definition.text || text.untitled
  const move = (to: Place) => {
    if (!question) return
    change((now) => withMoved(now, place, to))
    void toast.success(text.moved, {
      label: text.undo,
      onClick: () => change((now) => withMovedBack(now, question.id, { ...place, topic })),
    })
  }
  return (
    <>
      <SmallButton
        label={text.of(text.up, name)}
        sign="↑"
        disabled={at === 0}
        onClick={() => move({ pool, at: at - 1 })}
      />
      <SmallButton
        label={text.of(text.down, name)}
        sign="↓"
        disabled={at === questions.length - 1}
        onClick={() => move({ pool, at: at + 1 })}
      />
      {pools.length > 1 && (
        <select
          aria-label={text.of(text.moveTo, name)}
          value={pool}
          onChange={({ target }) => {
            const to = Number(target.value)
            move({ pool: to, at: pools[to]?.questions.length ?? 0 })
          }}
          className="rounded-control border border-rule-2 bg-card px-1 text-sm"
        >
          {pools.map(({ topic }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pool is its place
            <option key={index} value={index}>
              {topic || text.pool(index + 1)}
            </option>
          ))}
        </select>
      )}
      <SmallButton
        label={text.of(text.copy, name)}
        sign="⧉"
        onClick={() =>
          question &&
          change((now) => withQuestion(now, { pool, at: at + 1 }, { ...structuredClone(question), id: randomId() }))
        }
      />
      <SmallButton label={text.of(text.remove, name)} sign="×" onClick={onRemove} />
    </>
  )
}

/** Chooses the kind of a question that is added. */
export function NewQuestion({ onAdd }: { onAdd: (kind: Kind) => void }) {
  const id = useId()
  const [kind, setKind] = useState<Kind>('single-choice')
  return (
    <p className="mt-3 flex flex-wrap items-end gap-3">
      <span>
        <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
          {text.addQuestion}
        </label>
        <select id={id} value={kind} onChange={({ target }) => setKind(target.value as Kind)} className={SELECT}>
          {Object.entries(text.kinds).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <Button look="secondary" size="small" onClick={() => onAdd(kind)}>
        {text.add}
      </Button>
    </p>
  )
}
