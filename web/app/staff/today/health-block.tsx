import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { healthQuery, type SystemHealth, type SystemReport } from './today.calls'
import { todayText as text } from './today.he'
import { isBackupOld, isDiskFull } from './today.rules'
import { TodayBlock } from './today-block'

type Fact = { name: string; value: string; isBad?: boolean }

/** How the system is, for super_admin. */
export function HealthBlock() {
  return (
    <TodayBlock title={text.health} failed={text.healthFailed} query={useQuery(healthQuery())} lines={7}>
      {(health) => (
        <>
          {health.report?.isOld && (
            <p className="border-rule border-b py-3 text-red">
              {text.oldReport(formatShortMoment(health.report.reportedAt))}
            </p>
          )}
          <dl>
            {factsOf(health).map(({ name, value, isBad }) => (
              <div key={name} className="flex min-h-[42px] items-center justify-between gap-4 border-rule border-b">
                <dt className="text-ink-2">{name}</dt>
                <dd className={isBad ? 'font-semibold text-red tabular-nums' : 'tabular-nums'}>
                  <Bidi>{value}</Bidi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </TodayBlock>
  )
}

const whole = (value: number) => value.toLocaleString('he-IL', { maximumFractionDigits: 1 })
const megabytes = (bytes: number) => text.megabytes(whole(bytes / 1e6))

function factsOf({ report, ...health }: SystemHealth): Fact[] {
  const { queuedMails, oldestDueAt, abandonedMails, storedBytes, databaseBytes, auditLines } = health
  return [
    { name: text.queuedMails, value: whole(queuedMails) },
    ...(oldestDueAt ? [{ name: text.oldestDue, value: formatShortMoment(oldestDueAt) }] : []),
    { name: text.abandonedMails, value: whole(abandonedMails) },
    diskFact(report),
    backupFact(report),
    { name: text.stored, value: megabytes(storedBytes) },
    { name: text.database, value: megabytes(databaseBytes) },
    { name: text.auditLines, value: whole(auditLines) },
  ]
}

function diskFact(report: SystemReport | null): Fact {
  const name = text.disk
  if (!report?.disk) return { name, value: text.unknown }
  const { freeBytes, totalBytes } = report.disk
  return { name, value: text.diskFree(whole(freeBytes / 1e9), whole(totalBytes / 1e9)), isBad: isDiskFull(report.disk) }
}

function backupFact(report: SystemReport | null): Fact {
  const name = text.backup
  if (!report?.backups) return { name, value: text.unknown }
  const { newestAt } = report.backups
  return {
    name,
    value: newestAt ? formatShortMoment(newestAt) : text.noBackup,
    isBad: isBackupOld(newestAt, Date.now()),
  }
}
