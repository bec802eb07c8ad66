import { useState } from 'react'
import { useNavigate } from 'react-router'
import { randomId } from '~/shared/browser/random-id'
import { paths } from '~/shared/config/paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { type ContentKind, contentPath } from '~/staff/shared/content-kinds.rules'
import { duplicateContent, publishContent, scheduleContent, trashContent, unpublishContent } from './content.calls'
import { contentText as text } from './content.he'
import { type ContentRecord, canBeHidden, hasPreview } from './content.rules'
import { StateMark } from './content-columns'
import { ContentGaps, ContentMoments } from './content-standing'
import { PreviewDialog } from './preview-dialog'
import { ScheduleDialog } from './schedule-dialog'
import { useContentAction } from './use-content-action'
import { WaiverDialog } from './waiver-dialog'

type PublishPanelProps = { kind: ContentKind; record: ContentRecord; parent: string | undefined; unsaved: number }
/** As many as the database counts. */
const MANY = 10_000

type Asking = 'waiver' | 'preview' | 'schedule' | 'unpublish' | 'trash'

/** How a record stands, what is missing, and everything that can be done with it. */
export function PublishPanel({ kind, record, parent, unsaved }: PublishPanelProps) {
  const navigate = useNavigate()
  const { busy, settle, run } = useContentAction(kind, record.id)
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const { id, version, state, problems, isShown } = record
  const mustMend = problems.some(({ can_waive }) => !can_waive)
  const why = reasonNotToPublish(record, unsaved)
  const publish = () =>
    problems.length > 0 ? setAsking('waiver') : void run(() => publishContent(kind, id, version), text.published)
  async function copy() {
    const copied = randomId()
    await run(async () => {
      await duplicateContent(kind, id, copied)
      await navigate(contentPath(kind, copied, parent))
      return record
    }, text.copied)
  }
  return (
    <section
      aria-labelledby="standing"
      className="self-start rounded-card border border-rule bg-card px-5 py-4 xl:sticky xl:top-6"
    >
      <h2 id="standing" className="border-ink border-b pb-2 text-lg">
        {text.standing}
      </h2>
      <p className="mt-3 font-semibold">
        <StateMark state={state} />
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        <Bidi>{text.edited(record.editedBy, formatShortMoment(record.editedAt))}</Bidi>
      </p>
      <ContentMoments record={record} />
      {state === 'trash' ? (
        <>
          <p className="mt-3 text-ink-2">{text.inTrash}</p>
          <Button
            look="primary"
            size="small"
            busy={busy}
            className="mt-3"
            onClick={() => void run(() => trashContent(kind, id, false), text.restored)}
          >
            {text.restore}
          </Button>
        </>
      ) : (
        <>
          <ContentGaps problems={problems} />
          {why && <p className="mt-3 text-ink-2 text-sm">{why}</p>}
          <div className="mt-4 grid gap-2">
            <Button look="primary" size="small" busy={busy} disabled={why !== undefined || mustMend} onClick={publish}>
              {isShown ? text.publishChanges : text.publish}
            </Button>
            {hasPreview(kind) && (
              <Button look="secondary" size="small" disabled={unsaved > 0} onClick={() => setAsking('preview')}>
                {text.preview}
              </Button>
            )}
            {canBeHidden(kind) && (
              <Button look="secondary" size="small" disabled={unsaved > 0} onClick={() => setAsking('schedule')}>
                {text.schedule}
              </Button>
            )}
            {canBeHidden(kind) && isShown && (
              <Button look="secondary" size="small" onClick={() => setAsking('unpublish')}>
                {text.unpublish}
              </Button>
            )}
            <Button look="quiet" size="small" busy={busy} onClick={() => void copy()}>
              {text.copy}
            </Button>
            {canBeHidden(kind) && (
              <Button look="quiet" size="small" onClick={() => setAsking('trash')}>
                {text.trash}
              </Button>
            )}
            <OnSite kind={kind} record={record} parent={parent} />
          </div>
        </>
      )}
      {asking === 'waiver' && (
        <WaiverDialog
          problems={problems}
          onConfirm={(reason) => settle(() => publishContent(kind, id, version, reason), text.published)}
          onClose={close}
        />
      )}
      {asking === 'preview' && <PreviewDialog kind={kind} id={id} onClose={close} />}
      {asking === 'schedule' && (
        <ScheduleDialog
          record={record}
          onConfirm={(from, to, reason) =>
            settle(() => scheduleContent(kind, record, from, to, reason), text.scheduled)
          }
          onClose={close}
        />
      )}
      {(asking === 'unpublish' || asking === 'trash') && (
        <ConfirmDialog
          title={text[asking]}
          lead={`${reachWords(record.reach)}${asking === 'trash' ? text.trashLead : text.unpublishLead}`}
          confirm={text[asking]}
          cancel={text.cancel}
          onConfirm={() =>
            asking === 'trash'
              ? settle(() => trashContent(kind, id, true), text.trashed)
              : settle(() => unpublishContent(kind, id), text.unpublished)
          }
          onClose={close}
        />
      )}
    </section>
  )
}

/** Whom it would concern, in a sentence; nothing where nobody. */
function reachWords({ students, certificates }: ContentRecord['reach']): string {
  if (students === 0 && certificates === 0) return ''
  const { reach } = text
  const met = students >= MANY ? reach.many : plural(students, reach.students)
  return `${met}${certificates > 0 ? ` ${plural(certificates, reach.certificates)}` : ''}. `
}

function reasonNotToPublish({ state, problems }: ContentRecord, unsaved: number): string | undefined {
  if (unsaved > 0) return text.saveFirst
  if (problems.some(({ can_waive }) => !can_waive)) return undefined
  return state === 'published' ? text.publishAgain : undefined
}

/** The way to what visitors see. */
function OnSite({ kind, record, parent }: Omit<PublishPanelProps, 'unsaved'>) {
  if (!record.isShown || kind === 'author') return null
  const page = pageOf(kind, record, parent)
  return (
    <a href={page} className="text-link py-2 text-center">
      {text.onSite}
    </a>
  )
}

function pageOf(kind: ContentKind, { id, live, parent: of }: ContentRecord, parent: string | undefined): string {
  if (kind === 'category') return paths.category(String(live.slug))
  if (kind === 'news' || kind === 'essay') return paths.article(String(live.slug))
  if (kind === 'fact') return `${paths.facts}#${encodeURIComponent(String(live.slug))}`
  return kind === 'quiz' ? paths.quiz(of ?? '', id) : paths.course(parent ?? id)
}
