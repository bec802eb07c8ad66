import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '~/shared/formats/dates'
import { healthQuery, type SystemHealth } from './today.calls'
import { todayText as text } from './today.he'
import { TodayBlock } from './today-block'

/** How the system is, for super_admin. */
export function HealthBlock() {
  return (
    <TodayBlock title={text.health} failed={text.healthFailed} query={useQuery(healthQuery())} lines={5}>
      {(health) => (
        <dl>
          {factsOf(health).map(([name, value]) => (
            <div key={name} className="flex min-h-[42px] items-center justify-between gap-4 border-rule border-b">
              <dt className="text-ink-2">{name}</dt>
              <dd className="tabular-nums">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </TodayBlock>
  )
}

const whole = (value: number) => value.toLocaleString('he-IL', { maximumFractionDigits: 1 })
const megabytes = (bytes: number) => text.megabytes(whole(bytes / 1e6))

function factsOf(health: SystemHealth): [string, string][] {
  const { queuedMails, oldestDueAt, abandonedMails, storedBytes, databaseBytes, auditLines } = health
  return [
    [text.queuedMails, whole(queuedMails)],
    ...(oldestDueAt ? [[text.oldestDue, formatShortMoment(oldestDueAt)] as [string, string]] : []),
    [text.abandonedMails, whole(abandonedMails)],
    [text.stored, megabytes(storedBytes)],
    [text.database, megabytes(databaseBytes)],
    [text.auditLines, whole(auditLines)],
  ]
}
