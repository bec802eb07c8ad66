import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import type { ExportColumn } from '~/staff/list-export/cells.rules'
import { mailKindLabel } from '~/staff/mails/mails.rules'
import { useMay } from '~/staff/shared/use-may'
import { analyticsText } from './analytics.he'
import { AnalyticsFrame } from './analytics-frame'
import { DayChart } from './day-chart'
import { FigureGrid, FigurePart } from './figure-grid'
import { FiguresExport } from './figures-export'
import { useRange } from './use-range'
import { type WorkDay, type WorkFigures, workQuery } from './work.calls'
import { workText as text } from './work.he'

const count = (value: number) => value.toLocaleString('he-IL')

const EXPORTED: ExportColumn<WorkDay>[] = [
  { title: text.day, width: 14, value: ({ day }) => day },
  ...(['sent', 'failed', 'opened', 'closed'] as const).map((name) => ({
    title: text[name],
    width: 14,
    value: (row: WorkDay) => row[name],
  })),
]

/** What the academy sent and was asked: mails of the product and support. */
export function WorkScreen() {
  const ranged = useRange()
  return (
    <AnalyticsFrame
      title={text.title}
      ranged={ranged}
      query={useQuery(workQuery(ranged.range))}
      actions={({ days }) => (
        <FiguresExport part="work" title={text.title} columns={EXPORTED} rows={days} range={ranged.range} />
      )}
    >
      {(work) => (
        <>
          <Mails work={work} />
          <Tickets work={work} />
        </>
      )}
    </AnalyticsFrame>
  )
}

function Mails({ work: { mails, days } }: { work: WorkFigures }) {
  const seesMails = useMay('list_undelivered_mails')
  return (
    <FigurePart
      title={text.mails}
      lead={text.mailsLead}
      action={
        seesMails && (
          <Link to={staffPaths.mails} className="inline-flex min-h-11 items-center font-semibold text-sm">
            {text.toMails}
          </Link>
        )
      }
    >
      {mails.length === 0 && <p className="py-3 text-ink-2">{text.noMails}</p>}
      {mails.length > 0 && (
        <>
          <FigureGrid
            label={text.mails}
            columns={[text.kind, text.sent, text.sentBefore, text.waiting, text.failed, text.failedBefore]}
            rows={mails.map(({ kind, sent, sentBefore, waiting, failed, failedBefore }) => ({
              id: kind,
              cells: [
                mailKindLabel(kind),
                count(sent),
                count(sentBefore),
                <Behind
                  key="waiting"
                  count={waiting}
                  to={seesMails && mailsOf(kind, 'waiting')}
                  label={text.waitingOf(mailKindLabel(kind))}
                />,
                <Behind
                  key="failed"
                  count={failed}
                  to={seesMails && mailsOf(kind, 'abandoned')}
                  label={text.failedOf(mailKindLabel(kind))}
                />,
                count(failedBefore),
              ],
            }))}
          />
          <DayChart title={text.sentByDay} days={days.map(({ day, sent }) => ({ day, value: sent }))} />
          <Days days={days} label={text.sentByDay} names={['sent', 'failed']} />
        </>
      )}
    </FigurePart>
  )
}

/** The list behind a count of mails; it holds them for as long as they are kept, whatever the days are. */
const mailsOf = (kind: string, state: 'waiting' | 'abandoned') =>
  `${staffPaths.mails}?${new URLSearchParams({ kind, state })}`

type BehindProps = { count: number; to: string | false; label: string }

/** A count, and the way to the list behind it for who may read that. */
function Behind({ count: value, to, label }: BehindProps) {
  if (!to || value === 0) return count(value)
  return (
    <Link
      to={to}
      aria-label={label}
      className="inline-flex min-h-6 min-w-6 items-center font-semibold underline underline-offset-4"
    >
      {count(value)}
    </Link>
  )
}

/** Lists of the support that stand behind its figures. */
const TICKET_LISTS = ['open', 'overdue', 'waiting'] as const

function Tickets({ work: { tickets, days } }: { work: WorkFigures }) {
  const seesTickets = useMay('list_tickets')
  const rows = [
    { id: 'opened', cells: [text.opened, count(tickets.opened), count(tickets.openedBefore)] },
    { id: 'lessons', cells: [text.ofLessons, count(tickets.ofLessons), ''] },
    { id: 'visitors', cells: [text.ofVisitors, count(tickets.ofVisitors), ''] },
    { id: 'answered', cells: [text.answered, count(tickets.answered), count(tickets.answeredBefore)] },
    { id: 'in time', cells: [text.inTime, count(tickets.inTime), count(tickets.inTimeBefore)] },
    { id: 'closed', cells: [text.closed, count(tickets.closed), count(tickets.closedBefore)] },
  ]
  return (
    <FigurePart
      title={text.tickets}
      action={
        seesTickets && (
          <p className="flex flex-wrap gap-x-5">
            {TICKET_LISTS.map((view) => (
              <Link
                key={view}
                to={`${staffPaths.support}?view=${view}`}
                className="inline-flex min-h-11 items-center font-semibold text-sm"
              >
                {text.ticketLists[view]}
              </Link>
            ))}
          </p>
        )
      }
    >
      <FigureGrid label={text.tickets} columns={[text.figure, text.count, text.before]} rows={rows} />
      <DayChart title={text.openedByDay} days={days.map(({ day, opened }) => ({ day, value: opened }))} />
      <Days days={days} label={text.openedByDay} names={['opened', 'closed']} />
    </FigurePart>
  )
}

type DaysProps = { days: WorkDay[]; label: string; names: readonly ('sent' | 'failed' | 'opened' | 'closed')[] }

function Days({ days, label, names }: DaysProps) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2 text-xs underline underline-offset-4 hover:text-ink">
        {analyticsText.table}
      </summary>
      <FigureGrid
        label={label}
        columns={[text.day, ...names.map((name) => text[name])]}
        rows={[...days]
          .reverse()
          .map((day) => ({ id: day.day, cells: [formatDay(day.day), ...names.map((name) => count(day[name]))] }))}
      />
    </details>
  )
}
