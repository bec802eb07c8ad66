import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { inWords } from '~/staff/entry/refusal-messages'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { decideOutgoing, type HeldOutgoing, type OutgoingHold } from './outgoing.calls'
import { heldCount, outgoingText as text } from './outgoing.he'
import { choicesOf, decisionVerb, type OutgoingChoice } from './outgoing.rules'
import { WaitingList } from './waiting-list'

/** One kind that is held: how much waits, what it is, and what may become of it. */
export function HeldKind({ hold, held }: { hold: OutgoingHold; held: HeldOutgoing }) {
  const { kind, count, people, oldestAt, newestAt } = held
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState<OutgoingChoice>()
  const client = useQueryClient()
  const name = text.kinds[kind]

  async function decide(wanted: OutgoingChoice, reason: string): Promise<void> {
    await decideOutgoing(hold, kind, wanted, reason).catch((cause: unknown) => {
      throw inWords(cause, { OUTGOING_CHANGED: text.changed })
    })
    void toast.success(text.decided)
    await client.invalidateQueries({ queryKey: ['staff'] })
  }

  return (
    <li className="border-rule-2 border-b py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold">{name}</h3>
          <p className="text-sm">
            {count === 0 ? text.nothing : plural(count, heldCount)}
            {kind === 'campaigns' && people > 0 && `, ${text.people(people)}`}
            {oldestAt && newestAt && `, ${text.since(formatShortMoment(oldestAt), formatShortMoment(newestAt))}`}
          </p>
          <p className="text-ink-2 text-sm">{text.hints[kind]}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {count > 0 && (
            <Button
              look="secondary"
              size="small"
              aria-expanded={isOpen}
              aria-label={text.showOf(name)}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? text.hide : text.show}
            </Button>
          )}
          {choicesOf(kind).map((one, index) => (
            <Button
              key={one}
              look={index === 0 ? 'primary' : 'secondary'}
              size="small"
              aria-label={text.choiceOf(text.choices[decisionVerb(kind, one)].label, name)}
              onClick={() => setChoice(one)}
            >
              {text.choices[decisionVerb(kind, one)].label}
            </Button>
          ))}
        </div>
      </div>
      {isOpen && <WaitingList kind={kind} />}
      {choice && (
        <ReasonDialog
          title={text.choices[decisionVerb(kind, choice)].title}
          lead={text[`${decisionVerb(kind, choice)}Lead`](name)}
          confirm={text.choices[decisionVerb(kind, choice)].confirm}
          look={choice === 'pause' ? 'primary' : 'danger'}
          onConfirm={(reason) => decide(choice, reason)}
          onClose={() => setChoice(undefined)}
        />
      )}
    </li>
  )
}
