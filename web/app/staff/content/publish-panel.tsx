import { useState } from 'react'
import { useNavigate } from 'react-router'
import { randomId } from '~/shared/browser/random-id'
import { paths } from '~/shared/config/paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { duplicateContent, publishContent, scheduleContent, trashContent, unpublishContent } from './content.calls'
import { contentText as text } from './content.he'
import { type ContentKind, type ContentRecord, canBeHidden, contentPath } from './content.rules'
import { StateMark } from './content-columns'
import { ScheduleDialog } from './schedule-dialog'
import { useContentAct } from './use-content-act'
import { WaiverDialog } from './waiver-dialog'

type PublishPanelProps = { kind: ContentKind; record: ContentRecord; unsaved: number }
type Asking = 'waiver' | 'schedule' | 'unpublish' | 'trash'

/** How a record stands, what is missing, and everything that can be done with it. */
export function PublishPanel({ kind, record, unsaved }: PublishPanelProps) {
  const navigate = useNavigate()
  const { busy, settle, run } = useContentAct(kind, record.id)
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
      await navigate(contentPath(kind, copied))
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
        <bdi>{text.edited(record.editedBy, formatShortMoment(record.editedAt))}</bdi>
      </p>
      <Moments record={record} />
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
          <Missing problems={problems} />
          {why && <p className="mt-3 text-ink-2 text-sm">{why}</p>}
          <div className="mt-4 grid gap-2">
            <Button look="primary" size="small" busy={busy} disabled={why !== undefined || mustMend} onClick={publish}>
              {isShown ? text.publishChanges : text.publish}
            </Button>
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
            <OnSite kind={kind} record={record} />
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
          lead={asking === 'trash' ? text.trashLead : text.unpublishLead}
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

function reasonNotToPublish({ state, problems }: ContentRecord, unsaved: number): string | undefined {
  if (unsaved > 0) return text.saveFirst
  if (problems.some(({ can_waive }) => !can_waive)) return undefined
  return state === 'published' ? text.publishAgain : undefined
}

function Moments({ record: { publishAt, unpublishAt, scheduleFailure } }: { record: ContentRecord }) {
  return (
    <>
      {publishAt && <p className="mt-1 text-sm">{text.willPublish(formatShortMoment(publishAt))}</p>}
      {unpublishAt && <p className="mt-1 text-sm">{text.willHide(formatShortMoment(unpublishAt))}</p>}
      {scheduleFailure && <p className="mt-2 text-red text-sm">{text.scheduleFailed}</p>}
    </>
  )
}

/** What is missing; a line leads to its field. */
function Missing({ problems }: Pick<ContentRecord, 'problems'>) {
  return (
    <>
      <h3 className="mt-4 font-sans font-semibold text-base">{text.missing}</h3>
      {problems.length === 0 ? (
        <p className="text-ink-2">{text.nothingMissing}</p>
      ) : (
        <ul className="mt-1 grid gap-1">
          {problems.map(({ code, field, can_waive }) => (
            <li key={`${code} ${field}`} className={can_waive ? 'text-saffron-ink' : 'text-red'}>
              {field ? (
                <button
                  type="button"
                  className="text-link min-h-8"
                  onClick={() => document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()}
                >
                  {can_waive ? text.gaps[code] : `${text.labels[field]}: ${text.problems[code]}`}
                </button>
              ) : (
                text.gaps[code]
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The way to what visitors see. */
function OnSite({ kind, record: { id, isShown, live } }: { kind: ContentKind; record: ContentRecord }) {
  if (!isShown || kind === 'author') return null
  return (
    <a
      href={kind === 'course' ? paths.course(id) : paths.category(String(live.slug))}
      className="text-link py-2 text-center"
    >
      {text.onSite}
    </a>
  )
}
