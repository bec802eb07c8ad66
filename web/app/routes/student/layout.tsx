import { Outlet, useMatch } from 'react-router'
import { Queries } from '~/components/queries'
import { StudentGuard } from '~/features/session/student-guard'

/** Everything below needs a student; lessons need a verified email as well [6-05]. */
export default function StudentLayout() {
  const lesson = useMatch('/courses/:courseId/lessons/:lessonId')
  return (
    <StudentGuard requireVerifiedEmail={lesson !== null}>
      <Queries>
        <Outlet />
      </Queries>
    </StudentGuard>
  )
}
