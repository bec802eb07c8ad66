import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { dashboardText } from '~/account/dashboard/dashboard.he'
import { Figures, MyCourses } from '~/account/dashboard/my-courses'
import { CoursePicture } from '~/catalog/courses/course-picture'
import { paths } from '~/shared/config/paths'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed, Section } from '~/shared/ui/section'
import { ViewedLessons } from './viewed-lessons'
import { endViewing, type ViewedBookmark, type Viewing, viewingQuery } from './viewing.calls'
import { viewingText as text } from './viewing.he'
import { ViewingBar } from './viewing-bar'

/** The dashboard of the student whom this session views; only courses, lessons and saved courses are in it. */
export function ViewingScreen() {
  const { data, isPending, isError, refetch } = useQuery(viewingQuery)
  const [viewed, setViewed] = useState<string>()
  if (data && data.studentId !== viewed) setViewed(data.studentId)
  if (isPending) return <Loading />
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  if (!data) return <Over studentId={viewed} />
  return <Viewed viewing={data} onOver={() => void refetch()} />
}

function Viewed({ viewing, onOver }: { viewing: Viewing; onOver: () => void }) {
  const { studentId, firstName, courses, lessons, bookmarks, secondsLeft } = viewing
  const navigate = useNavigate()
  const client = useQueryClient()
  const left = useSecondsLeft(secondsLeft, onOver)
  async function end() {
    await endViewing()
    await navigate(paths.adminStudent(studentId))
    await client.invalidateQueries({ queryKey: ['staff'] })
  }
  return (
    <>
      <ViewingBar firstName={firstName} secondsLeft={left} onEnd={end} />
      {/* Nothing here leads anywhere: the pages behind the links would show the viewer, not the student. */}
      <main id="content" tabIndex={-1} className="wrap py-12 outline-none">
        <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <h1 className="text-3xl">
            <bdi>{text.dashboardOf(firstName)}</bdi>
          </h1>
          {courses.length > 0 && <Figures courses={courses} />}
        </header>
        <Section id="my-courses" title={dashboardText.coursesTitle}>
          {courses.length === 0 && <p className="py-6 text-ink-2">{dashboardText.coursesEmpty}</p>}
          <div inert>
            <MyCourses courses={courses} />
          </div>
        </Section>
        <ViewedLessons courses={courses} lessons={lessons} />
        <Section id="bookmarks" title={text.bookmarks}>
          {bookmarks.length === 0 && <p className="py-6 text-ink-2">{text.noBookmarks}</p>}
          <ul>
            {bookmarks.map((bookmark) => (
              <Bookmarked key={bookmark.id} bookmark={bookmark} />
            ))}
          </ul>
        </Section>
      </main>
    </>
  )
}

function Bookmarked({ bookmark: { title, category, picture } }: { bookmark: ViewedBookmark }) {
  return (
    <li className="flex items-center gap-4 border-rule border-b py-4">
      <CoursePicture url={picture} />
      <p className="min-w-0">
        <bdi className="font-bold font-serif text-lg leading-tight">{title}</bdi>
        {category && <span className="mt-1 block text-ink-2 text-sm">{category}</span>}
      </p>
    </li>
  )
}

function Over({ studentId }: { studentId: string | undefined }) {
  return (
    <MessagePage title={text.overTitle}>
      <p role="status">{text.over}</p>
      <Link to={studentId ? paths.adminStudent(studentId) : paths.adminStudents} className="text-link">
        {studentId ? text.back : text.toStudents}
      </Link>
    </MessagePage>
  )
}

/** Counts down from what the server said was left; asks it again when nothing is. */
function useSecondsLeft(fromServer: number, onOver: () => void): number {
  const [end, setEnd] = useState(() => Date.now() + fromServer * 1000)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => setEnd(Date.now() + fromServer * 1000), [fromServer])
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the time is over
  useEffect(() => {
    if (left === 0) onOver()
  }, [left === 0])
  return left
}
