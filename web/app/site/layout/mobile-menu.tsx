import { Dialog as Primitive } from 'radix-ui'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Dialog, DialogCross, DialogTitle } from '~/shared/ui/dialog'
import { Icon } from '~/shared/ui/icon'
import { Logo } from '~/shared/ui/logo'
import { layoutText as text } from './layout.he'
import { menusText } from './menus.he'
import { MobileAccount } from './mobile-account'
import { MobileCategories } from './mobile-categories'

const QUICK_LINKS = [
  [text.courses, paths.courses],
  [text.news, paths.news],
  [text.about, paths.about],
  [text.contact, paths.contact],
] as const

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The menu of narrow screens ([2.2-07] to [2.2-10]): who is signed in, all categories, and the quick links. */
export function MobileMenu({ open, onOpenChange }: MobileMenuProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-menu-button]')?.focus()
          }}
          className="fixed inset-0 z-50 animate-fade overflow-y-auto overscroll-contain bg-paper"
        >
          <DialogTitle className="sr-only">{menusText.menu}</DialogTitle>
          <div className="wrap sticky top-0 z-10 flex h-[calc(4rem+1px)] items-center justify-between border-rule border-b bg-paper">
            <Link to={paths.home} className="rounded-control no-underline" onClick={() => onOpenChange(false)}>
              <Logo />
            </Link>
            <DialogCross className="-me-2.5 bg-transparent" />
          </div>
          <div className="wrap above-system [--sheet-space:64px]">
            <MobileAccount />
            <h2 className="mt-8 mb-2 text-lg">{text.categories}</h2>
            <MobileCategories />
            <nav aria-label={text.quickLinks} className="mt-8">
              <h2 className="mb-2 text-lg">{text.quickLinks}</h2>
              <ul className="border-ink border-t">
                {QUICK_LINKS.map(([label, to]) => (
                  <li key={to} className="border-rule border-b">
                    <Link
                      to={to}
                      onClick={() => onOpenChange(false)}
                      className="flex min-h-14 items-center justify-between font-semibold no-underline"
                    >
                      {label}
                      <Icon name="chevron-next" className="text-ink-3" />
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Dialog>
  )
}
