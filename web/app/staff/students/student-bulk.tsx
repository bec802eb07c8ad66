import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeadlineError } from '~/shared/client/deadline'
import { toErrorCode } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { BulkProgress, BulkReport } from '~/staff/list-selection/bulk-report'
import type { ChoiceActionsProps } from '~/staff/list-selection/list-choice-bar'
import { BarButton } from '~/staff/list-selection/selection-bar'
import { type BulkAct, useBulk } from '~/staff/list-selection/use-bulk'
import type { Chosen } from '~/staff/list-selection/use-selection'
import { actsText } from '~/staff/student-record/acts.he'
import { ReasonDialog } from '~/staff/student-record/reason-dialog'
import { bulkText as text } from './bulk.he'
import { setStudentsActive } from './students.calls'

type Way = 'close' | 'reopen'
type StateAct = BulkAct & { way: Way }

const actOf = (way: Way, reason: string): StateAct => ({
  way,
  run: (ids) => setStudentsActive(ids, way === 'reopen', reason),
  codeOf: (cause) => (cause instanceof DeadlineError ? 'NETWORK_ERROR' : toErrorCode(cause)),
})
const whyRefused = (code: string) => text.why[code] ?? text.whyOther

/** Closes and reopens the accounts of all chosen students with one reason; what was refused is told, and can be tried again. */
export function StudentBulk({ chosen, clear, bar }: ChoiceActionsProps) {
  const client = useQueryClient()
  const { state, start, stop, close } = useBulk<StateAct>(() => client.invalidateQueries({ queryKey: ['staff'] }))
  const [asking, setAsking] = useState<Way>()
  const run = (act: StateAct, rows: Chosen) => {
    clear()
    void start(act, rows)
  }
  if (state.step === 'running')
    return <BulkProgress {...state} label={state.act.way === 'close' ? text.closing : text.reopening} onStop={stop} />
  const done = state.step === 'done' ? state : null
  return (
    <>
      {done && <Report act={done.act} result={done.result} onRun={run} onClose={close} />}
      {bar(
        <>
          <BarButton onClick={() => setAsking('reopen')}>{text.reopen}</BarButton>
          <BarButton onClick={() => setAsking('close')}>{text.close}</BarButton>
        </>,
      )}
      {asking && (
        <ReasonDialog
          title={plural(chosen.size, text.toDo[asking])}
          lead={asking === 'close' ? text.closeLead : text.reopenLead}
          confirm={actsText.acts[asking].confirm}
          look={asking === 'close' ? 'danger' : 'primary'}
          onConfirm={async (reason) => run(actOf(asking, reason), chosen)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

type ReportProps = {
  act: StateAct
  result: Parameters<typeof BulkReport>[0]['result']
  onRun: (act: StateAct, rows: Chosen) => void
  onClose: () => void
}

function Report({ act, result, onRun, onClose }: ReportProps) {
  const { changed, refused } = result
  const back = act.way === 'close' ? 'reopen' : 'close'
  return (
    <BulkReport
      result={result}
      doneWords={changed.size > 0 ? plural(changed.size, text.done[act.way]) : refused.length > 0 ? null : text.nothing}
      refusedWords={plural(refused.length, text.refused[act.way])}
      whyRefused={whyRefused}
      onAgain={() => onRun(act, new Map(refused.map(({ id, name }) => [id, name])))}
      onClose={onClose}
    >
      {changed.size > 0 && (
        <Button look="secondary" size="small" onClick={() => onRun(actOf(back, text.undoReason), changed)}>
          {act.way === 'close' ? text.undoClose : text.undoReopen}
        </Button>
      )}
    </BulkReport>
  )
}
