import { Suspense, useState } from 'react'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { useClosedOnNavigation } from '~/shared/browser/use-closed-on-navigation'
import { Icon } from '~/shared/ui/icon'
import { Loading } from '~/shared/ui/loading'
import { layoutText } from './layout.he'

const loadMenu = () => import('./mobile-menu')
const MobileMenu = lazyPart(() => loadMenu().then(({ MobileMenu }) => MobileMenu))

/** Opens the full-screen menu of narrow screens; the menu itself comes with the first press [2.2-07]. */
export function MobileMenuButton() {
  const [open, setOpen] = useClosedOnNavigation()
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <button
        type="button"
        data-menu-button
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={layoutText.openMenu}
        onPointerEnter={() => prefetchPart(loadMenu)}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className="-me-2.5 grid size-11 place-items-center rounded-full hover:bg-rule/60"
      >
        <Icon name="menu" className="size-6" />
      </button>
      {wanted && (
        <Suspense fallback={open && <Loading className="absolute inset-x-0 top-full border-rule border-b bg-card" />}>
          <MobileMenu open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
