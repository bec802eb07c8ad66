import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { notesPageText } from '~/account/notes/notes-page.he'
import { useMyCourses } from '~/course/progress/user-progress.calls'
import { useSession } from '~/session/student/session-store'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Empty, Failed, LoadingLines, Section } from '~/shared/ui/section'
import { ownTicketsText } from '~/support/own-tickets/own-tickets.he'
import { ContinueWatching } from './continue-watching'
import { dashboardText } from './dashboard.he'
import { Figures, MyCourses } from './my-courses'

const TIMED_OUT = 'loading completed with timeout'

type DashboardScreenProps = { quizzes: ReactNode; bookmarks: ReactNode }

/** The student area: go on watching, my courses, and the tests and bookmarks that the route hands in. */
export function DashboardScreen({ quizzes, bookmarks }: DashboardScreenProps) {
  const session = useSession()
  const { data: courses, isLoading, error, refetch } = useMyCourses()
  if (session.status !== 'student') return null
  const name = session.firstName || session.email.split('@')[0] || session.email
  const begun = courses.length > 0
  const isNew = !isLoading && !error && !begun
  return (
    <div className="wrap py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div>
          <h1 className="text-3xl">
            <Bidi>{dashboardText.greeting(name)}</Bidi>
          </h1>
          <p className="mt-2 text-ink-2">{isNew ? dashboardText.leadNew : dashboardText.lead}</p>
        </div>
        {begun && <Figures courses={courses} />}
      </header>
      {begun && <ContinueWatching courses={courses} />}
      <Section
        id="my-courses"
        title={dashboardText.coursesTitle}
        action={
          begun && (
            <Link to={paths.courses} className="font-semibold text-green underline underline-offset-4">
              {common.allCourses}
            </Link>
          )
        }
      >
        {isLoading && <LoadingLines count={3} />}
        {error && (
          <Failed
            text={`${dashboardText.coursesFailed}${error === TIMED_OUT ? ` ${dashboardText.timedOut}` : ''}`}
            onRetry={refetch}
          />
        )}
        {begun && <MyCourses courses={courses} />}
        {isNew && (
          <Empty text={dashboardText.coursesEmpty}>
            <Link to={paths.courses} className={buttonClass('learn')}>
              {common.allCourses}
            </Link>
          </Empty>
        )}
      </Section>
      {quizzes}
      {bookmarks}
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
        {begun && (
          <Link to={paths.notes} className="font-semibold text-green underline underline-offset-4">
            {notesPageText.toNotes}
          </Link>
        )}
        <Link to={paths.ownTickets} className="font-semibold text-green underline underline-offset-4">
          {ownTicketsText.toTickets}
        </Link>
      </p>
    </div>
  )
}
