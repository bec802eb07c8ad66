import { Link } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { signOut } from '~/session/student/sign-out.calls'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { UnreadLink } from '~/site/unread/unread-link'
import { layoutText as text } from './layout.he'
import { menusText } from './menus.he'
import { userLabel } from './user-label.rules'

/** The account block of the full-screen menu, with the email of whoever is signed in [2.2-07]. */
export function MobileAccount() {
  const session = useSession()
  if (session.status !== 'student') {
    return (
      <div className="grid grid-cols-2 gap-3 pt-5">
        <Link to={paths.login} className={buttonClass('secondary')}>
          {text.login}
        </Link>
        <Link to={paths.register} className={buttonClass('primary')}>
          {text.register}
        </Link>
      </div>
    )
  }
  return (
    <div className="mt-5 rounded-card border border-rule bg-card p-5">
      <Bidi as="p" className="text-start font-semibold text-lg">
        {userLabel(session, menusText.userFallback)}
      </Bidi>
      <p className="break-all text-ink-2 text-sm">
        <bdi dir="ltr">{session.email}</bdi>
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Link to={paths.dashboard} className={buttonClass('learn')}>
          {text.studentArea}
        </Link>
        <Link to={paths.profile} className={buttonClass('secondary')}>
          {menusText.profile}
        </Link>
      </div>
      <div className="mt-2 flex justify-center">
        <UnreadLink userId={session.userId} />
      </div>
      <Button look="quiet" size="small" className="mt-2 w-full" onClick={() => void signOut()}>
        <Icon name="sign-out" />
        {menusText.signOut}
      </Button>
    </div>
  )
}
