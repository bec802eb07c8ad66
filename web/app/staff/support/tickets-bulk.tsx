import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeadlineError } from '~/shared/client/deadline'
import { toErrorCode } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { BulkProgress, BulkReport } from '~/staff/list-selection/bulk-report'
import type { ChoiceActionsProps } from '~/staff/list-selection/list-choice-bar'
import { BarButton } from '~/staff/list-selection/selection-bar'
import { type BulkAction, useBulk } from '~/staff/list-selection/use-bulk'
import type { Chosen } from '~/staff/list-selection/use-selection'
import { ticketBulkText as text } from './bulk.he'
import { changeTickets, supportChoicesQuery, type TicketChange } from './ticket-list.calls'
import { TicketsChangeDialog } from './tickets-change-dialog'

type Wanted = Omit<TicketChange, 'id'>
/** A change of many, which gathers what undoes it. */
type TicketAct = BulkAction & { undo: Map<string, TicketChange>; isUndo: boolean }

const codeOf = (cause: unknown) => (cause instanceof DeadlineError ? 'NETWORK_ERROR' : toErrorCode(cause))
const whyRefused = (code: string) => text.why[code] ?? text.whyOther

/** An act that changes each ticket as told for it. */
function actOf(changeOf: (id: string) => TicketChange, isUndo = false): TicketAct {
  const undo = new Map<string, TicketChange>()
  return {
    undo,
    isUndo,
    codeOf,
    run: async (ids) => {
      const outcomes = await changeTickets(ids.map(changeOf))
      for (const { id, undo: back } of outcomes) if (back) undo.set(id, back)
      return outcomes
    },
  }
}

/** Takes, solves, changes and sorts out all chosen tickets; what was refused is told, and all can be undone. */
export function TicketsBulk({ chosen, clear, bar }: ChoiceActionsProps) {
  const client = useQueryClient()
  const { data: choices } = useQuery(supportChoicesQuery())
  const { state, start, stop, close } = useBulk<TicketAct>(() => client.invalidateQueries({ queryKey: ['staff'] }))
  const [asking, setAsking] = useState(false)
  const run = (act: TicketAct, rows: Chosen) => {
    clear()
    void start(act, rows)
  }
  const change = (wanted: Wanted) =>
    run(
      actOf((id) => ({ id, ...wanted })),
      chosen,
    )
  if (state.step === 'running')
    return <BulkProgress {...state} label={state.act.isUndo ? text.undoing : text.changing} onStop={stop} />
  return (
    <>
      {state.step === 'done' && <Report act={state.act} result={state.result} onRun={run} onClose={close} />}
      {bar(
        <>
          {choices && <BarButton onClick={() => change({ assignee_id: choices.me })}>{text.take}</BarButton>}
          <BarButton onClick={() => change({ status: 'solved' })}>{text.solved}</BarButton>
          <BarButton onClick={() => setAsking(true)}>{text.change}</BarButton>
          <BarButton onClick={() => change({ is_spam: true })}>{text.spam}</BarButton>
        </>,
      )}
      {asking && choices && (
        <TicketsChangeDialog choices={choices} onConfirm={change} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

type ReportProps = {
  act: TicketAct
  result: Parameters<typeof BulkReport>[0]['result']
  onRun: (act: TicketAct, rows: Chosen) => void
  onClose: () => void
}

function Report({ act, result, onRun, onClose }: ReportProps) {
  const { changed, refused } = result
  const undo = () =>
    onRun(
      actOf((id) => act.undo.get(id) ?? { id }, true),
      changed,
    )
  return (
    <BulkReport
      result={result}
      doneWords={changed.size > 0 ? plural(changed.size, text.done) : refused.length > 0 ? null : text.nothing}
      refusedWords={plural(refused.length, text.refused)}
      whyRefused={whyRefused}
      onAgain={() => onRun(act, new Map(refused.map(({ id, name }) => [id, name])))}
      onClose={onClose}
    >
      {changed.size > 0 && !act.isUndo && (
        <Button look="secondary" size="small" onClick={undo}>
          {text.undo}
        </Button>
      )}
    </BulkReport>
  )
}
