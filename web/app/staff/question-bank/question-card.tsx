import { type ReactNode, useId, useMemo } from 'react'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { PartFields } from './definition-form'
import { type Definition, type Problem, validateQuestion } from './definitions.rules'
import { DrawTester } from './draw-tester'
import { FIELD_GRID } from './field-styles'
import { partsOfKind } from './kind-parts.rules'
import { bankText as text } from './question-bank.he'
import { QuestionPreview } from './question-preview'
import type { Loose } from './question-shapes.rules'

type QuestionCardProps = {
  definition: Definition
  isOpen: boolean
  onToggle: () => void
  onChange: (definition: Definition) => void
  /** What can be done with the question as a whole. */
  children: ReactNode
}

/** A question of a pool in a line; opened, its fields and how a student meets it. */
export function QuestionCard({ definition, isOpen, onToggle, onChange, children }: QuestionCardProps) {
  const id = useId()
  const problems = useMemo(() => validateQuestion(definition), [definition])
  return (
    <li className="border-rule border-t">
      <div className="flex min-h-[42px] flex-wrap items-center gap-x-3">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="min-h-[42px] min-w-0 grow basis-full text-start md:basis-0"
        >
          <span className="line-clamp-1 [overflow-wrap:anywhere]">
            <span className="text-green-ink text-sm">{text.kinds[definition.kind]}</span>{' '}
            <Bidi className="font-semibold">{definition.text || text.untitled}</Bidi>
          </span>
        </button>
        <span className={problems.length > 0 ? 'text-red text-sm' : 'text-ink-2 text-sm'}>
          {problems.length > 0 ? plural(problems.length, text.problems) : text.fine}
        </span>
        <span className="flex">{children}</span>
      </div>
      {isOpen && (
        <div id={id} className="grid gap-x-10 gap-y-6 pt-2 pb-6">
          <div className={FIELD_GRID}>
            <Faults problems={problems} />
            <PartFields
              parts={partsOfKind(definition.kind)}
              whole={definition as unknown as Loose}
              onChange={(made) => onChange(made as unknown as Definition)}
              base=""
              problems={problems}
            />
          </div>
          <section aria-label={text.preview} className="rounded-card border border-rule bg-card px-5 py-4">
            <h4 className="mb-3 border-ink border-b pb-2 font-sans font-semibold text-ink-2 text-sm">{text.preview}</h4>
            {problems.length > 0 ? (
              <p className="text-ink-2">{text.previewWaits}</p>
            ) : (
              <div key={JSON.stringify(definition)}>
                <QuestionPreview definition={definition} />
                {definition.kind === 'calculated' && <DrawTester definition={definition} />}
              </div>
            )}
          </section>
        </div>
      )}
    </li>
  )
}

/** All that is wrong, once each: what concerns the whole question has no field to stand beside. */
function Faults({ problems }: { problems: readonly Problem[] }) {
  const messages = [...new Set(problems.map(({ message }) => message))]
  if (messages.length === 0) return null
  return (
    <ul role="status" className="col-span-full rounded-control bg-red-wash px-4 py-2 text-red text-sm">
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}
