import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { OutgoingNotice } from '~/staff/outgoing/outgoing-notice'
import { HealthBlock } from '~/staff/today/health-block'
import { JobsBlock } from '~/staff/today/jobs-block'
import { TodayBlock } from '~/staff/today/today-block'
import { BackupsPart } from './backups-part'
import { type OperationsOverview, operationsQuery } from './operations.calls'
import { operationsText as text } from './operations.he'
import { SizeTable } from './size-table'

/** What an operator looks at: what to mend, health, jobs, files, sessions, and the commands of the server. */
export function OperationsScreen() {
  const query = useQuery(operationsQuery())
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 pt-6 pb-3">
        <h1 className="grow text-2xl">{text.title}</h1>
        <Link to={staffPaths.mails} className="inline-flex min-h-11 items-center font-semibold">
          {text.toMails}
        </Link>
        <Link to={staffPaths.audit} className="inline-flex min-h-11 items-center font-semibold">
          {text.toAudit}
        </Link>
        <Link to={staffPaths.securityEvents} className="inline-flex min-h-11 items-center font-semibold">
          {text.toSecurityEvents}
        </Link>
      </div>
      <OutgoingNotice />
      <div className="grid items-start gap-x-12 gap-y-8 pt-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-y-8">
          <DoctorPart query={query} />
          <BackupsPart />
          <HealthBlock />
          <SessionsPart query={query} />
          <TodayBlock title={text.storage} failed={text.failed} query={query} lines={5}>
            {({ buckets }) => <SizeTable name={text.bucket} rows={buckets} />}
          </TodayBlock>
        </div>
        <div className="grid min-w-0 gap-y-8">
          <JobsBlock />
          <TodayBlock title={text.tables} failed={text.failed} query={query} lines={8}>
            {({ tables }) => <SizeTable name={text.table} rows={tables} />}
          </TodayBlock>
          <Commands />
        </div>
      </div>
    </>
  )
}

type PartProps = { query: UseQueryResult<OperationsOverview> }

function DoctorPart({ query }: PartProps) {
  return (
    <TodayBlock title={text.doctor} failed={text.failed} query={query} lines={3}>
      {({ doctor }) => (
        <>
          {!doctor && <p className="py-3 text-ink-2">{text.unknown}</p>}
          {doctor?.mistakes.length === 0 && <p className="py-3">{text.healthy}</p>}
          <ul>
            {doctor?.mistakes.map(({ code, what, mend }) => (
              <li key={code + what} dir="ltr" className="border-rule border-b py-2 text-start [overflow-wrap:anywhere]">
                <p className="font-semibold">{what}</p>
                <p className="text-ink-2 text-sm">{mend}</p>
              </li>
            ))}
          </ul>
          {doctor && <p className="pt-2 text-ink-2 text-xs">{text.doctorAt(formatShortMoment(doctor.at))}</p>}
        </>
      )}
    </TodayBlock>
  )
}

const SESSION_LINES = ['all', 'people', 'staff', 'openedToday'] as const

function SessionsPart({ query }: PartProps) {
  return (
    <TodayBlock title={text.sessions} failed={text.failed} query={query} lines={4}>
      {({ sessions }) => (
        <dl>
          {SESSION_LINES.map((name) => (
            <div key={name} className="flex min-h-[42px] items-center justify-between gap-4 border-rule border-b">
              <dt className="text-ink-2">{text[name]}</dt>
              <dd className="tabular-nums">{sessions[name].toLocaleString('he-IL')}</dd>
            </div>
          ))}
        </dl>
      )}
    </TodayBlock>
  )
}

function Commands() {
  return (
    <section aria-labelledby="commands" className="min-w-0">
      <h2 id="commands" className="border-ink border-b py-2 font-semibold text-lg">
        {text.commandsTitle}
      </h2>
      <p className="py-2 text-ink-2 text-sm">{text.commandsLead}</p>
      <dl>
        {Object.entries(text.commands).map(([command, words]) => (
          <div key={command} className="border-rule border-b py-2">
            <dt>
              <code dir="ltr">{command}</code>
            </dt>
            <dd className="text-ink-2 text-sm">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
