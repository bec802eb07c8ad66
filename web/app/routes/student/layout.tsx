import { Suspense } from 'react'
import { Outlet, useMatch } from 'react-router'
import { Queries } from '~/components/queries'
import { applyProfile } from '~/features/session/session-keeper'
import { StudentGuard } from '~/features/session/student-guard'
import { lazyPart } from '~/lib/lazy-part'
import { useSession } from '~/lib/session'

const DeletionNotice = lazyPart(() =>
  import('~/features/my-data/deletion-notice').then((module) => module.DeletionNotice),
)

/** Everything below needs a student; lessons need a verified email as well [6-05]. */
export default function StudentLayout() {
  const lesson = useMatch('/courses/:courseId/lessons/:lessonId')
  return (
    <StudentGuard requireVerifiedEmail={lesson !== null}>
      <Queries>
        {!lesson && <Leaving />}
        <Outlet />
      </Queries>
    </StudentGuard>
  )
}

/** Who has asked to be deleted sees so on every page but lessons. */
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
