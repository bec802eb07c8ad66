import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Outlet, useNavigate } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed } from '~/shared/ui/section'
import { endViewing, type Viewing, viewingQuery } from './viewing.calls'
import { viewingText as text } from './viewing.he'
import { ViewingBar } from './viewing-bar'

/** What every page of a viewing knows; `onOver` asks the server whether it is still open. */
export type ViewingPageContext = { viewing: Viewing; onOver: () => void }

/** The bar of a viewing above the page that is shown of the student whom this session views. */
export function ViewingFrame() {
  const { data, isPending, isError, refetch } = useQuery(viewingQuery)
  const [viewed, setViewed] = useState<string>()
  if (data && data.studentId !== viewed) setViewed(data.studentId)
  if (isPending) return <Loading />
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  if (!data) return <Over studentId={viewed} />
  return <Viewed viewing={data} onOver={() => void refetch()} />
}

function Viewed({ viewing, onOver }: ViewingPageContext) {
  const { studentId, firstName, secondsLeft } = viewing
  const navigate = useNavigate()
  const client = useQueryClient()
  const left = useSecondsLeft(secondsLeft, onOver)
  async function end() {
    await endViewing()
    await navigate(staffPaths.student(studentId))
    await client.invalidateQueries({ queryKey: ['staff'] })
  }
  return (
    <>
      <ViewingBar firstName={firstName} secondsLeft={left} onEnd={end} />
      <main id="content" tabIndex={-1} className="wrap py-10 outline-none">
        <Outlet context={{ viewing, onOver } satisfies ViewingPageContext} />
      </main>
    </>
  )
}

function Over({ studentId }: { studentId: string | undefined }) {
  return (
    <MessagePage title={text.overTitle}>
      <p role="status">{text.over}</p>
      <Link to={studentId ? staffPaths.student(studentId) : staffPaths.students} className="text-link">
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
