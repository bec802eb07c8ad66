import { useId } from 'react'
import { randomId } from '~/shared/browser/random-id'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import type { Pool } from './definitions.rules'
import { emptyQuestion } from './empty-question.rules'
import { withDefinition, withoutQuestion, withPool, withPoolBack, withQuestion, withQuestionBack } from './pools.rules'
import { NewQuestion, QuestionActions } from './question-actions'
import { bankText as text } from './question-bank.he'
import { QuestionCard } from './question-card'

export type PoolSectionProps = {
  pools: readonly Pool[]
  index: number
  open: string | undefined
  onOpen: (question: string | undefined) => void
  /** Takes the pools as they were, so that the way back keeps what was written since. */
  change: (make: (pools: readonly Pool[]) => Pool[]) => void
}

/** Questions of one topic, of which some or all are drawn for an attempt. */
export function PoolSection({ pools, index, open, onOpen, change }: PoolSectionProps) {
  const heading = useId()
  const { topic, draw, questions } = pools[index] as Pool
  const isTooMany = draw !== null && draw > questions.length
  function remove() {
    const removed = pools[index] as Pool
    change((now) => now.toSpliced(index, 1))
    void toast.success(text.removedPool, {
      label: text.undo,
      onClick: () => change((now) => withPoolBack(now, index, removed)),
    })
  }
  function removeQuestion(at: number) {
    const question = questions[at]
    if (!question) return
    change((now) => withoutQuestion(now, { pool: index, at }))
    void toast.success(text.removed, {
      label: text.undo,
      onClick: () => change((now) => withQuestionBack(now, question, { pool: index, at, topic })),
    })
  }
  return (
    <section aria-labelledby={heading} className="border-ink border-t pt-3">
      <div className="flex items-center justify-between gap-4">
        <h3 id={heading} className="text-base">
          {text.pool(index + 1)}
        </h3>
        <Button look="quiet" size="small" onClick={remove}>
          {text.removePool}
        </Button>
      </div>
      <div className="mt-1 mb-4 grid gap-4 md:grid-cols-[1fr_220px]">
        <TextField
          label={text.poolTopic}
          value={topic}
          maxLength={60}
          onChange={({ target }) => change((now) => withPool(now, index, { topic: target.value }))}
        />
        <TextField
          label={text.draw}
          hint={text.drawAll}
          inputMode="numeric"
          dir="ltr"
          value={draw === null ? '' : String(draw)}
          error={isTooMany ? text.drawProblem : undefined}
          onChange={({ target: { value } }) => {
            const many = Number(value.replace(/\D/g, '').slice(0, 3))
            change((now) => withPool(now, index, { draw: many > 0 ? Math.min(many, 100) : null }))
          }}
        />
      </div>
      <ol className="border-rule border-b">
        {questions.map(({ id, definition }, at) => (
          <QuestionCard
            key={id}
            definition={definition}
            isOpen={open === id}
            onToggle={() => onOpen(open === id ? undefined : id)}
            onChange={(made) => change((now) => withDefinition(now, { pool: index, at }, made))}
          >
            <QuestionActions
              pools={pools}
              place={{ pool: index, at }}
              change={change}
              onRemove={() => removeQuestion(at)}
            />
          </QuestionCard>
        ))}
      </ol>
      <NewQuestion
        onAdd={(kind) => {
          const question = { id: randomId(), definition: emptyQuestion(kind, topic.trim()) }
          change((now) => withQuestion(now, { pool: index, at: questions.length }, question))
          onOpen(question.id)
        }}
      />
    </section>
  )
}
