import { Suspense, useEffect } from 'react'
import { Outlet, useMatch, useMatches } from 'react-router'
import { applyProfile } from '~/session/student/session-keeper'
import { useSession } from '~/session/student/session-store'
import { StudentGuard } from '~/session/student/student-guard'
import { lazyPart } from '~/shared/browser/lazy-part'
import { Queries } from '~/shared/client/queries'
import { isPageHandle } from '~/shared/pages/page-handle'

const DeletionNotice = lazyPart(() =>
  import('~/account/my-data/deletion-notice').then((module) => module.DeletionNotice),
)

/** Everything below needs a student; lessons and tests need a verified email as well [6-05]. */
export default function StudentLayout() {
  const lesson = useMatch('/courses/:courseId/lessons/:lessonId')
  const attempt = useMatch('/courses/:courseId/quizzes/:quizId/attempts/:attemptId')
  useAhead()
  return (
    <StudentGuard requireVerifiedEmail={lesson !== null || attempt !== null}>
      <Queries>
        {!lesson && !attempt && <Leaving />}
        <Outlet />
      </Queries>
    </StudentGuard>
  )
}

/** Pages begin to fetch as soon as the session is known; the guard asks for the profile meanwhile. */
function useAhead(): void {
  const session = useSession()
  const matches = useMatches()
  const userId = session.status === 'student' && session.emailVerified ? session.userId : undefined
  useEffect(() => {
    if (userId === undefined) return
    for (const { handle, params } of matches) if (isPageHandle(handle)) handle.ahead(userId, params)
  }, [userId, matches])
}

/** Who has asked to be deleted sees so on every page but lessons and tests. */
function Leaving() {
  const session = useSession()
  const profile = session.status === 'student' ? session.profile : undefined
  if (!profile?.deletionDueAt) return null
  return (
    <Suspense>
      <DeletionNotice profile={profile} dueAt={profile.deletionDueAt} onKept={applyProfile} />
    </Suspense>
  )
}
