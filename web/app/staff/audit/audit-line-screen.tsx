import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { type AuditDetail, auditLineQuery } from './audit.calls'
import { auditText as text } from './audit.he'
import { actionLabel, actorLabel, entityLabel } from './audit.rules'
import { AuditChanges } from './audit-changes'

/** One line of the audit log, field by field. */
export function AuditLineScreen({ lineId }: { lineId: string }) {
  const { data, isPending, isError, refetch } = useQuery(auditLineQuery(lineId))
  return (
    <>
      <p className="pt-6">
        <Link to={staffPaths.audit} className="inline-flex min-h-11 items-center font-semibold">
          {text.back}
        </Link>
      </p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data === null && <StateMessage title={text.missing} body="" className="py-10" />}
      {data && <Line line={data} />}
    </>
  )
}

function Line({ line }: { line: AuditDetail }) {
  const { action, entity, entityId, at, address, position, hash, changes } = line
  return (
    <div className="max-w-[960px]">
      <h1 className="pb-4 text-2xl">
        <Bidi>{actionLabel(action)}</Bidi> · <Bidi>{entityLabel(entity)}</Bidi>
      </h1>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 border-ink border-t">
        <Fact name={text.who}>
          <Bidi>{actorLabel(line)}</Bidi>
        </Fact>
        <Fact name={text.when}>{formatMoment(at)}</Fact>
        <Fact name={text.address}>{address ? <bdi dir="ltr">{address}</bdi> : text.unknownAddress}</Fact>
        {entityId && (
          <Fact name={text.record}>
            <bdi dir="ltr">{entityId}</bdi>{' '}
            <Link to={staffPaths.auditOf(entity, entityId)} className="inline-flex min-h-11 items-center font-semibold">
              {text.ofRecord}
            </Link>
          </Fact>
        )}
        <Fact name={text.place}>{position}</Fact>
        <Fact name={text.hash}>
          <bdi dir="ltr" className="text-xs">
            {hash}
          </bdi>
        </Fact>
      </dl>
      <h2 className="pt-8 pb-3 text-lg">{text.changes}</h2>
      <AuditChanges changes={changes} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-rule border-b py-2.5 text-ink-2">{name}</dt>
      <dd className="border-rule border-b py-2.5 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
