import { Link } from 'react-router'
import { signOut } from '~/session/student/sign-out.calls'
import { useClosedOnNavigation } from '~/shared/browser/use-closed-on-navigation'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '~/shared/ui/dropdown-menu'
import { Icon } from '~/shared/ui/icon'
import { menusText } from './menus.he'
import { userLabel } from './user-label.rules'

type UserMenuProps = { firstName?: string | undefined; email: string }

/** The student's menu: profile and sign-out ([2.2-04], [2.2-05]). */
export function UserMenu({ firstName, email }: UserMenuProps) {
  const [open, setOpen] = useClosedOnNavigation()
  const label = userLabel({ firstName, email }, menusText.userFallback)
  return (
    <DropdownMenu open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenuTrigger
        aria-label={menusText.userMenu(label)}
        className="flex min-h-11 items-center gap-2 rounded-control border border-rule-2 px-3.5 font-semibold hover:bg-card"
      >
        <Icon name="user" />
        <Bidi as="span" className="max-w-[12ch] truncate">
          {label}
        </Bidi>
        <Icon name="chevron-down" className="size-4" />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <p className="truncate px-3 py-1.5 text-ink-3 text-sm">
          <bdi dir="ltr">{email}</bdi>
        </p>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to={paths.profile}>
            <Icon name="user" />
            {menusText.profile}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void signOut()}>
          <Icon name="sign-out" />
          {menusText.signOut}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
