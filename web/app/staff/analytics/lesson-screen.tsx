import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatClock } from '~/shared/formats/clock'
import { formatDay, formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { analyticsText } from './analytics.he'
import { AnalyticsTabs } from './analytics-tabs'
import { largestDropOffs, linePoints, type SentenceShare, sharesOf } from './drop-off.rules'
import { FigureGrid, FigurePart } from './figure-grid'
import { type LessonWatching, lessonWatchingQuery } from './learning.calls'
import { courseFiguresText as text } from './learning.he'
import { percentLabel, roundedCountLabel } from './rounded-counts'

const WIDTH = 720
const HEIGHT = 160

/** Where the film of a lesson is left, down to the sentence. */
export function LessonFiguresScreen({ lessonId }: { lessonId: string }) {
  const { data, isPending, isError, refetch } = useQuery(lessonWatchingQuery(lessonId))
  return (
    <>
      <AnalyticsTabs />
      {isPending && <Loading />}
      {isError && <Failed text={analyticsText.failed} onRetry={() => void refetch()} />}
      {data === null && <StateMessage title={text.missingLesson} body="" className="py-10" />}
      {data && <Watching lesson={data} />}
    </>
  )
}

function Watching({ lesson }: { lesson: LessonWatching }) {
  const { search } = useLocation()
  const { title, courseId, courseTitle, countedAt, students, since, sentences, seconds } = lesson
  const shares = sharesOf(sentences, students)
  const length = Math.max(seconds, shares.at(-1)?.end ?? 0)
  return (
    <>
      <p className="pt-4">
        <Link
          to={{ pathname: staffPaths.analyticsCourse(courseId), search }}
          className="inline-flex min-h-11 items-center font-semibold"
        >
          {text.toCourse}
        </Link>
      </p>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-2 text-sm">
        <Bidi>{courseTitle}</Bidi> · {text.watched}: {roundedCountLabel(students)}
        {countedAt && ` · ${text.countedWhen(formatShortMoment(countedAt))}`}
      </p>
      <FigurePart title={text.dropOff} lead={text.dropOffLead(since && formatDay(since))}>
        {shares.length === 0 ? (
          <p className="py-3 text-ink-2">{text.tooFew}</p>
        ) : (
          <>
            {shares[0]?.text === null && <p className="pt-2 text-ink-2 text-sm">{text.noTranscript}</p>}
            <DropOffLine shares={shares} seconds={length} />
            <Sentences shares={shares} />
          </>
        )}
      </FigurePart>
    </>
  )
}

function DropOffLine({ shares, seconds }: { shares: SentenceShare[]; seconds: number }) {
  return (
    <figure aria-label={text.chart} className="pt-3">
      <div className="flex items-stretch gap-2">
        <div aria-hidden="true" className="flex w-11 shrink-0 flex-col justify-between text-ink-2 text-xs tabular-nums">
          <span>100%</span>
          <span>0%</span>
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full min-w-0 border-rule border-y text-green"
        >
          <polyline
            points={linePoints(shares, seconds, WIDTH, HEIGHT)}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <p aria-hidden="true" className="flex justify-between ps-13 pt-1 text-ink-2 text-xs">
        <span>{text.begins}</span>
        <Bidi className="tabular-nums">{formatClock(seconds)}</Bidi>
      </p>
    </figure>
  )
}

function Sentences({ shares }: { shares: SentenceShare[] }) {
  const worst = largestDropOffs(shares)
  return (
    <FigureGrid
      label={text.dropOff}
      columns={[text.time, text.sentence, text.share, text.change]}
      rows={shares.map(({ start, text: words, students, percent, change }, place) => ({
        id: String(start),
        cells: [
          <Bidi key="time" className="tabular-nums">
            {formatClock(start)}
          </Bidi>,
          <span key="words" className="block min-w-56 max-w-[60ch] whitespace-normal">
            {words && <Bidi>{words}</Bidi>}
            {worst.includes(place) && <span className="block font-semibold text-red text-xs">{text.leaves}</span>}
          </span>,
          students === null ? roundedCountLabel(null) : percentLabel(percent),
          <bdi key="change" dir="ltr">
            {change ? `${change > 0 ? '+' : '−'}${Math.abs(change)}%` : ''}
          </bdi>,
        ],
      }))}
    />
  )
}
