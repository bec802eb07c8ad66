import { Suspense } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { lazyPart } from '~/lib/lazy-part'
import { useSession } from '~/lib/session'
import { layoutText as text } from '~/locales/he/site-layout'

const UserMenu = lazyPart(() => import('./user-menu').then(({ UserMenu }) => UserMenu))

/** Sign-in and registration, or the student's area and menu; a quiet place until it is known which ([2.2-03], [2.2-04]). */
export function AccountActions() {
  const session = useSession()
  return (
    <div className="flex h-11 min-w-[200px] items-center justify-end gap-3">
      {session.status === 'anonymous' && (
        <>
          <Link to={paths.login} className={buttonClass('secondary', 'small')}>
            {text.login}
          </Link>
          <Link to={paths.register} className={buttonClass('primary', 'small')}>
            {text.register}
          </Link>
        </>
      )}
      {session.status === 'student' && (
        <>
          <Link to={paths.dashboard} className={buttonClass('learn', 'small')}>
            {text.studentArea}
          </Link>
          <Suspense fallback={<span className="size-11" />}>
            <UserMenu firstName={session.firstName} email={session.email} />
          </Suspense>
        </>
      )}
    </div>
  )
}
