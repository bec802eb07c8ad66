import { clsx } from 'clsx'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { lazyPart } from '~/shared/browser/lazy-part'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { layoutText as text } from './layout.he'

const UnreadLink = lazyPart(() => import('~/site/unread/unread-link').then(({ UnreadLink }) => UnreadLink))
const UserMenu = lazyPart(() => import('./user-menu').then(({ UserMenu }) => UserMenu))

/**
 * Sign-in and registration, or the student's area and menu ([2.2-03], [2.2-04]). A page arrives with the first; where
 * its browser remembers a session that still runs, the place stays quiet until it is known who is here (`run-page.ts`).
 */
export function AccountActions() {
  const session = useSession()
  return (
    <div className="flex h-11 min-w-[200px] items-center justify-end gap-3">
      {session.status !== 'student' && (
        <div className={clsx('flex gap-3', session.status === 'unknown' && 'in-data-signed-in:invisible')}>
          <Link to={paths.login} className={buttonClass('secondary', 'small')}>
            {text.login}
          </Link>
          <Link to={paths.register} className={buttonClass('primary', 'small')}>
            {text.register}
          </Link>
        </div>
      )}
      {session.status === 'student' && (
        <>
          <Link to={paths.dashboard} className={buttonClass('learn', 'small')}>
            {text.studentArea}
          </Link>
          <Suspense fallback={<span className="size-11" />}>
            <UnreadLink userId={session.userId} />
          </Suspense>
          <Suspense fallback={<span className="size-11" />}>
            <UserMenu firstName={session.firstName} email={session.email} />
          </Suspense>
        </>
      )}
    </div>
  )
}
