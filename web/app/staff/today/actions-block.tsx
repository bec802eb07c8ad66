import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { type AuditLine, auditQuery } from '~/staff/audit/audit.calls'
import { actionLabel, actorLabel, entityLabel } from '~/staff/audit/audit.rules'
import { todayText as text } from './today.he'
import { TodayBlock } from './today-block'

/** The newest lines of the audit log: those of the team for whoever may read them, else the own ones. */
export function ActionsBlock({ ofTeam }: { ofTeam: boolean }) {
  return (
    <TodayBlock
      title={ofTeam ? text.actionsTeam : text.actionsOwn}
      failed={text.actionsFailed}
      query={useQuery(auditQuery({ few: true }))}
      lines={8}
    >
      {({ rows }) => (
        <>
          {rows.length === 0 && <p className="py-3 text-ink-2">{text.noActions}</p>}
          <ul>
            {rows.map((line) => (
              <Action key={line.id} line={line} />
            ))}
          </ul>
          {rows.length > 0 && (
            <Link to={staffPaths.audit} className="inline-flex min-h-11 items-center font-semibold">
              {text.allActions}
            </Link>
          )}
        </>
      )}
    </TodayBlock>
  )
}

function Action({ line }: { line: AuditLine }) {
  return (
    <li className="flex min-h-[42px] items-center justify-between gap-4 border-rule border-b">
      <Link to={staffPaths.auditLine(line.id)} className="min-w-0 truncate no-underline hover:underline">
        <Bidi className="font-semibold">{actorLabel(line)}</Bidi> · <Bidi>{actionLabel(line.action)}</Bidi> ·{' '}
        <Bidi>{entityLabel(line.entity)}</Bidi>
      </Link>
      <span className="shrink-0 text-ink-2 text-xs tabular-nums">{formatShortMoment(line.at)}</span>
    </li>
  )
}
