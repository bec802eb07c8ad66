import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeadlineError } from '~/shared/client/deadline'
import { toErrorCode } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { useListAddress } from '~/staff/list/use-list-address'
import { BulkProgress, BulkReport } from '~/staff/list-selection/bulk-report'
import type { ChoiceActionsProps } from '~/staff/list-selection/list-choice-bar'
import { BarButton } from '~/staff/list-selection/selection-bar'
import { type BulkAction, useBulk } from '~/staff/list-selection/use-bulk'
import type { Chosen } from '~/staff/list-selection/use-selection'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { changeContents, type DraftChanges, putBack, readVersions, type Taken } from './bulk.calls'
import { contentBulkText as text } from './bulk.he'
import { BulkFieldDialog } from './bulk-field-dialog'
import { contentText } from './content.he'
import { type BulkWay, CONTENT_FIELDS, canBeHidden, contentList } from './content.rules'

/** `taken` says of each record that can be put back what it had before. */
type ContentAct = BulkAction & { way: BulkWay; taken: Map<string, Taken> }
type Asking = 'unpublish' | 'trash' | 'category' | 'author'

const whyRefused = (way: BulkWay) => (code: string) =>
  (way === 'put_back' && text.whyNotBack[code]) || (text.why[code] ?? text.whyOther)

/** How what was done is put back, where it can be. */
const WAYS_BACK: Partial<Record<BulkWay, 'set' | 'put_back'>> = {
  set: 'set',
  publish: 'put_back',
  unpublish: 'put_back',
}

/** Publishes, hides, trashes or changes all chosen records, in the versions that the list showed; what was refused is told. */
export function ContentBulk({ kind, chosen, clear, bar }: ChoiceActionsProps & { kind: ContentKind }) {
  const client = useQueryClient()
  const { address } = useListAddress(contentList(kind))
  const { state, start, stop, close } = useBulk<ContentAct>(() =>
    client.invalidateQueries({ queryKey: ['staff', 'content', kind] }),
  )
  const [asking, setAsking] = useState<Asking>()
  /** Does it in the versions that were read when it began; one that was never read is refused. */
  function run(way: BulkWay, rows: Chosen, changes?: DraftChanges | Map<string, Taken>) {
    const versions = readVersions(client, kind)
    const taken = new Map<string, Taken>()
    clear()
    void start(
      {
        ...{ way, taken },
        run: async (ids) => {
          if (changes instanceof Map) return putBack(kind, way === 'set' ? way : 'put_back', ids, changes)
          const records = ids.map((id) => ({ id, version: versions.get(id) ?? 0 }))
          const answers = await changeContents(kind, way, records, changes)
          for (const { id, outcome, version, before, made } of answers)
            if (outcome === 'changed' && version && before) taken.set(id, { version, before, ...(made && { made }) })
          return answers
        },
        codeOf: (cause) => (cause instanceof DeadlineError ? 'NETWORK_ERROR' : toErrorCode(cause)),
      },
      rows,
    )
  }
  const fields = CONTENT_FIELDS[kind]
  if (state.step === 'running') return <BulkProgress {...state} label={text.running[state.act.way]} onStop={stop} />
  const done = state.step === 'done' ? state : null
  const wayBack = done && done.result.changed.size > 0 && WAYS_BACK[done.act.way]
  return (
    <>
      {done && (
        <BulkReport
          result={done.result}
          doneWords={doneWords(done.act.way, done.result.changed.size, done.result.refused.length)}
          refusedWords={plural(done.result.refused.length, text.refused)}
          whyRefused={whyRefused(done.act.way)}
          onAgain={() => {
            const { refused } = done.result
            void start(done.act, new Map(refused.map(({ id, name }) => [id, name])))
          }}
          onClose={close}
        >
          {done.act.way === 'trash' && done.result.changed.size > 0 && (
            <Button look="secondary" size="small" onClick={() => run('restore', done.result.changed)}>
              {text.undoTrash}
            </Button>
          )}
          {wayBack && done.act.taken.size > 0 && (
            <Button look="secondary" size="small" onClick={() => run(wayBack, done.result.changed, done.act.taken)}>
              {text.undo[done.act.way]}
            </Button>
          )}
        </BulkReport>
      )}
      {bar(
        address.filters.state === 'trash' ? (
          <BarButton onClick={() => run('restore', chosen)}>{text.acts.restore}</BarButton>
        ) : (
          <>
            <BarButton onClick={() => run('publish', chosen)}>{text.acts.publish}</BarButton>
            {canBeHidden(kind) && <BarButton onClick={() => setAsking('unpublish')}>{text.acts.unpublish}</BarButton>}
            {'category_id' in fields && <BarButton onClick={() => setAsking('category')}>{text.category}</BarButton>}
            {'author_id' in fields && <BarButton onClick={() => setAsking('author')}>{text.author}</BarButton>}
            {'is_featured' in fields && (
              <>
                <BarButton onClick={() => run('set', chosen, { is_featured: true })}>{text.feature}</BarButton>
                <BarButton onClick={() => run('set', chosen, { is_featured: false })}>{text.unfeature}</BarButton>
              </>
            )}
            {canBeHidden(kind) && <BarButton onClick={() => setAsking('trash')}>{text.acts.trash}</BarButton>}
          </>
        ),
      )}
      {(asking === 'unpublish' || asking === 'trash') && (
        <ConfirmDialog
          title={plural(chosen.size, asking === 'trash' ? text.trashTitle : text.unpublishTitle)}
          lead={asking === 'trash' ? contentText.trashLead : contentText.unpublishLead}
          confirm={contentText[asking]}
          cancel={text.cancel}
          onConfirm={async () => run(asking, chosen)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {(asking === 'category' || asking === 'author') && (
        <BulkFieldDialog
          of={asking}
          count={chosen.size}
          onChosen={(id) => run('set', chosen, { [`${asking}_id`]: id })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

const doneWords = (way: BulkWay, changed: number, refused: number): string | null => {
  if (changed > 0) return plural(changed, text.done[way])
  return refused > 0 ? null : text.nothing
}
