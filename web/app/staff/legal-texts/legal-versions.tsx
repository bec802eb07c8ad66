import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Badge } from '~/shared/ui/badge'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { withdrawLegalVersion } from './legal-texts.calls'
import { legalTextsText as text } from './legal-texts.he'
import { isAgreedTo, type LegalRecord, type LegalVersion, legalVersionState } from './legal-texts.rules'
import { useLegalTextAction } from './use-legal-text-action'

/** Every version: when it counted, what changed, who agreed to it and the hash of its words. */
export function LegalVersions({ record }: { record: LegalRecord }) {
  const act = useLegalTextAction(record.slug)
  const [withdrawing, setWithdrawing] = useState<number>()
  return (
    <section aria-labelledby="versions" className="mt-4 border-ink border-t pt-4 pb-6">
      <h2 id="versions" className="text-lg">
        {text.versions}
      </h2>
      <p className="mt-1 text-ink-2">{text.versionsLead}</p>
      <ol className="mt-3">
        {record.versions.map((one) => (
          <Version key={one.id} record={record} one={one} onWithdraw={() => setWithdrawing(one.version)} />
        ))}
      </ol>
      {withdrawing !== undefined && (
        <ConfirmDialog
          title={text.withdrawTitle}
          lead={text.withdrawLead}
          confirm={text.withdraw}
          cancel={text.cancel}
          onConfirm={() => act(() => withdrawLegalVersion(record.slug, withdrawing), text.withdrawn)}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </section>
  )
}

type VersionProps = { record: LegalRecord; one: LegalVersion; onWithdraw: () => void }

function Version({ record: { slug, inForce, reach }, one, onWithdraw }: VersionProps) {
  const state = legalVersionState(one, inForce)
  const wasInForce = state === 'in_force' || state === 'earlier'
  return (
    <li className="grid gap-x-5 gap-y-2 border-rule border-t py-3 md:grid-cols-[13rem_1fr_auto]">
      <div>
        <p className="font-semibold">
          {state !== 'withdrawn' ? (
            <a href={`/${slug}?version=${one.version}`} className="text-link">
              {text.version(one.version)}
            </a>
          ) : (
            text.version(one.version)
          )}
          {' · '}
          {text.states[state]}
        </p>
        <p className="text-ink-2 text-sm">{text.from(formatShortMoment(one.effectiveAt))}</p>
        <p className="text-ink-2 text-xs">
          <Bidi>{text.by(one.madeBy, formatShortMoment(one.madeAt))}</Bidi>
        </p>
      </div>
      <div className="min-w-0">
        {one.summary && <p className="[overflow-wrap:anywhere]">{one.summary}</p>}
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-ink-2 text-sm">
          {one.awaitsReview && <Badge tone="saffron">{text.awaitsReview}</Badge>}
          {one.demandsAcceptance && <Badge tone="plain">{text.demanded}</Badge>}
          {isAgreedTo(slug) && wasInForce && <span>{plural(one.accepted, text.accepted)}</span>}
          {state === 'in_force' && reach.waiting > 0 && (
            <span className="font-semibold text-saffron-ink">{plural(reach.waiting, text.waiting)}</span>
          )}
        </p>
        <details className="mt-1 text-ink-3 text-xs">
          <summary className="cursor-pointer py-1">{text.hash}</summary>
          <code dir="ltr" className="block break-all text-start">
            {one.textHash}
          </code>
        </details>
      </div>
      {state === 'coming' && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={onWithdraw}>
          {text.withdraw}
        </Button>
      )}
    </li>
  )
}
