import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { inWords } from '~/staff/entry/refusal-messages'
import { type ContentKind, contentPath } from '~/staff/shared/content-kinds.rules'
import { PageLink } from '~/staff/shared/page-link'
import { usesText as text } from './media.he'
import type { MediaFile } from './media.rules'
import { type MediaUse, mediaUsesQuery, trashMedia } from './media-uses.calls'
import { ReplaceMedia } from './replace-media'

/** Where a file is used, the way to put another in its place, and the trash. */
export function MediaUses({ file, onDone }: { file: MediaFile; onDone: () => void }) {
  const { data, isPending, isError, refetch } = useQuery(mediaUsesQuery(file.id))
  const [asks, setAsks] = useState<'replace' | 'trash'>()
  if (isPending) return <Loading />
  if (isError && !data) return <Failed text={text.failed} onRetry={() => void refetch()} />
  const { uses, posters, trashDays } = data
  const used = uses.filter(({ inDraft, inPublic }) => inDraft || inPublic)
  const isAtWork = posters.length > 0 || used.length > 0
  const wasTaken = file.state === 'ready'
  const mayWriteAll = used.every(({ mayWrite }) => mayWrite)
  async function trash(away: boolean) {
    await trashMedia(file.id, away).catch((cause: unknown) => {
      throw inWords(cause, text.refusals)
    })
    void toast.success(away ? text.trashed : text.restored)
    onDone()
  }
  return (
    <section aria-labelledby="media-uses" className={clsx(wasTaken && 'border-rule border-t pt-4')}>
      <h3 id="media-uses" className={wasTaken ? 'text-lg' : 'sr-only'}>
        {text.title}
      </h3>
      {wasTaken && uses.length + posters.length === 0 && <p className="mt-1 text-ink-2">{text.none}</p>}
      <ul className="mt-2">
        {uses.map((use) => (
          <UseLine key={`${use.kind} ${use.id}`} {...use} />
        ))}
        {posters.map(({ id, name }) => (
          <li key={id} className="border-rule border-t py-2.5">
            <Bidi>{text.poster(name)}</Bidi>
          </li>
        ))}
      </ul>
      {!mayWriteAll && <p className="mt-3 text-ink-2">{text.notReplaced}</p>}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {isAtWork && mayWriteAll && file.state === 'ready' && (
          <Button look="secondary" size="small" onClick={() => setAsks('replace')}>
            {text.replace}
          </Button>
        )}
        {file.isTrashed && (
          <Button
            look="secondary"
            size="small"
            onClick={() => void trash(false).catch(() => void toast.error(text.notDone))}
          >
            {text.restore}
          </Button>
        )}
        {!file.isTrashed && !isAtWork && (
          <Button look="secondary" size="small" onClick={() => setAsks('trash')}>
            {text.trash}
          </Button>
        )}
      </div>
      {asks === 'replace' && (
        <ReplaceMedia file={file} uses={data} onDone={onDone} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'trash' && (
        <ConfirmDialog
          title={text.trash}
          lead={`${text.trashLead(trashDays)}${uses.length > 0 ? ` ${text.trashOlder}` : ''}`}
          confirm={text.trash}
          cancel={text.cancel}
          onConfirm={() => trash(true)}
          onClose={() => setAsks(undefined)}
        />
      )}
    </section>
  )
}

function UseLine({ kind, id, title, parent, inDraft, inPublic, older }: MediaUse) {
  const places = [inPublic && text.public, inDraft && text.draft, older > 0 && plural(older, text.older)]
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-rule border-t">
      <span>
        {text.kinds[kind] ?? kind}:{' '}
        {title === null ? (
          <span className="text-ink-2">{text.hiddenTitle}</span>
        ) : (
          <PageLink to={contentPath(kind as ContentKind, id, parent ?? '')} className="text-link">
            <Bidi>{title}</Bidi>
          </PageLink>
        )}
      </span>
      <span className="text-ink-2 text-sm">{places.filter(Boolean).join(', ')}</span>
    </li>
  )
}
