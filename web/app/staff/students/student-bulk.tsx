import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { BulkProgress, BulkReport } from '~/staff/list-selection/bulk-report'
import type { ChoiceActionsProps } from '~/staff/list-selection/list-choice-bar'
import { BarButton } from '~/staff/list-selection/selection-bar'
import { useBulk } from '~/staff/list-selection/use-bulk'
import type { Chosen } from '~/staff/list-selection/use-selection'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { bulkText as text } from './bulk.he'
import { accountStateAction, type StudentAction, tagAction } from './student-bulk-actions'
import { TagDialog } from './tag-dialog'

const whyRefused = (code: string) => text.why[code] ?? text.whyOther

/** Closes, reopens and tags all chosen students; what was refused is told, and can be tried again. */
export function StudentBulk({ chosen, clear, bar }: ChoiceActionsProps) {
  const client = useQueryClient()
  const { state, start, stop, close } = useBulk<StudentAction>(() => client.invalidateQueries({ queryKey: ['staff'] }))
  const [asking, setAsking] = useState<'close' | 'reopen' | 'tag'>()
  const run = (act: StudentAction, rows: Chosen) => {
    clear()
    void start(act, rows)
  }
  if (state.step === 'running') return <BulkProgress {...state} label={text.running[state.act.way]} onStop={stop} />
  const done = state.step === 'done' ? state : null
  return (
    <>
      {done && <Report act={done.act} result={done.result} onRun={run} onClose={close} />}
      {bar(
        <>
          <BarButton onClick={() => setAsking('tag')}>{text.tag}</BarButton>
          <BarButton onClick={() => setAsking('reopen')}>{text.reopen}</BarButton>
          <BarButton onClick={() => setAsking('close')}>{text.close}</BarButton>
        </>,
      )}
      {asking === 'tag' && (
        <TagDialog
          students={chosen.size}
          onConfirm={(tag, has) => run(tagAction(tag, has), chosen)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {(asking === 'close' || asking === 'reopen') && (
        <ReasonDialog
          title={plural(chosen.size, text.toDo[asking])}
          lead={asking === 'close' ? text.closeLead : text.reopenLead}
          confirm={text.confirm[asking]}
          look={asking === 'close' ? 'danger' : 'primary'}
          onConfirm={async (reason) => run(accountStateAction(asking, reason), chosen)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

type ReportProps = {
  act: StudentAction
  result: Parameters<typeof BulkReport>[0]['result']
  onRun: (act: StudentAction, rows: Chosen) => void
  onClose: () => void
}

function Report({ act, result, onRun, onClose }: ReportProps) {
  const { changed, refused } = result
  const nothing = refused.length > 0 ? null : text.nothing[act.way]
  return (
    <BulkReport
      result={result}
      doneWords={changed.size > 0 ? plural(changed.size, text.done[act.way]) : nothing}
      refusedWords={plural(refused.length, text.refused[act.way])}
      whyRefused={whyRefused}
      onAgain={() => onRun(act, new Map(refused.map(({ id, name }) => [id, name])))}
      onClose={onClose}
    >
      {changed.size > 0 && (
        <Button look="secondary" size="small" onClick={() => onRun(act.back(), changed)}>
          {text.undo[act.way]}
        </Button>
      )}
    </BulkReport>
  )
}
