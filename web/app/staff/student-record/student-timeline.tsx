import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed, Section } from '~/shared/ui/section'
import { ListFilter } from '~/staff/list/list-filter'
import { type TimelineLine, timelineQuery } from './timeline.calls'
import { timelineText as text } from './timeline.he'

/** Where the address keeps which kind is shown. */
const KIND = 'kind'

/** What happened in the account: by the student, by the staff, and what was mailed. */
export function StudentTimeline({ studentId }: { studentId: string }) {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get(KIND) ?? ''
  const kind = asked in text.kinds ? asked : undefined
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    timelineQuery(studentId, kind),
  )
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <Section
      id="student-timeline"
      title={text.title}
      action={
        <ListFilter
          title={text.filter}
          any={text.all}
          values={text.kinds}
          value={kind}
          onChange={(chosen) => setParameters(chosen ? { [KIND]: chosen } : {}, { replace: true })}
        />
      }
    >
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data && lines.length === 0 && <p className="py-4 text-ink-2">{text.none}</p>}
      <ul>
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        {hasNextPage && (
          <Button look="secondary" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? text.loadingMore : text.more}
          </Button>
        )}
        <Link to={staffPaths.auditOf('users', studentId)} className="text-link inline-flex min-h-11 items-center">
          {text.audit}
        </Link>
      </div>
    </Section>
  )
}

function Line({ line: { at, kind, what, title, detail, actor } }: { line: TimelineLine }) {
  const label = text.what[what] ?? (kind === 'mail' ? text.mail(what) : what)
  return (
    <li className="grid min-h-[42px] items-baseline gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr]">
      <time dateTime={at} className="text-ink-2">
        {formatShortMoment(at)}
      </time>
      <p className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{label}</span>
        {title && (
          <>
            {' · '}
            <Bidi>{title}</Bidi>
          </>
        )}
        {kind === 'staff' && (
          <>
            {' · '}
            <Bidi>{actor ?? text.bySystem}</Bidi>
          </>
        )}
        {detail && (
          <span className="block text-ink-2">
            <Bidi>{text.details[detail] ?? detail}</Bidi>
          </span>
        )}
      </p>
    </li>
  )
}
