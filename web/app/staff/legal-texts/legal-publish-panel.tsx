import { useState } from 'react'
import { formatDay, formatShortMoment } from '~/shared/formats/dates'
import { Badge } from '~/shared/ui/badge'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { LegalPublishDialog } from './legal-publish-dialog'
import { publishLegalDraft } from './legal-texts.calls'
import { legalTextsText as text } from './legal-texts.he'
import { type LegalRecord, legalVersionState } from './legal-texts.rules'
import { useLegalTextAction } from './use-legal-text-action'

type LegalPublishPanelProps = { record: LegalRecord; unsaved: number }

/** How a text stands, what keeps its draft from being published, and the way to do it. */
export function LegalPublishPanel({ record, unsaved }: LegalPublishPanelProps) {
  const act = useLegalTextAction(record.slug)
  const [isAsking, setIsAsking] = useState(false)
  const { slug, version, gaps, versions, inForce } = record
  const current = versions.find((one) => one.version === inForce)
  const coming = versions.find((one) => legalVersionState(one, inForce) === 'coming')
  // The first one; until it is gone the others say nothing.
  const [gap] = gaps
  const problem = unsaved > 0 ? text.saveFirst : gap && (text.gaps[gap] ?? gap)
  return (
    <section aria-labelledby="standing" className="rounded-card border border-rule bg-card px-5 py-4">
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="min-w-0 grow basis-64">
          <h2 id="standing" className="sr-only">
            {text.standing}
          </h2>
          <p className="font-semibold">
            {current ? text.inForce(current.version, formatDay(current.effectiveAt)) : text.none}
          </p>
          {current?.awaitsReview && (
            <Badge tone="saffron" className="mt-1">
              {text.awaitsReview}
            </Badge>
          )}
          {coming && <p className="mt-1">{text.coming(coming.version, formatShortMoment(coming.effectiveAt))}</p>}
          {record.editedAt && (
            <p className="mt-1 text-ink-2 text-sm">
              <Bidi>{text.edited(record.editedBy, formatShortMoment(record.editedAt))}</Bidi>
            </p>
          )}
        </div>
        <div className="min-w-0 grow basis-64">
          <h3 className="font-sans font-semibold text-base">{text.missing}</h3>
          <p className={problem ? 'text-saffron-ink' : 'text-ink-2'}>{problem ?? text.nothingMissing}</p>
        </div>
        <div className="grid gap-2">
          <Button look="primary" size="small" disabled={problem !== undefined} onClick={() => setIsAsking(true)}>
            {text.publish}
          </Button>
          <a href={`/${slug}`} className="text-link py-1 text-center">
            {text.onSite}
          </a>
        </div>
      </div>
      {isAsking && (
        <LegalPublishDialog
          record={record}
          onConfirm={(at) => act(() => publishLegalDraft(slug, version, at), text.published)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}
