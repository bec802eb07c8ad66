import { Suspense, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { Loading } from '~/components/ui/loading'
import { fetchAhead, lazyPart } from '~/lib/lazy-part'
import { useClosedOnNavigation } from '~/lib/use-closed-on-navigation'
import { layoutText } from '~/locales/he/site-layout'

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
        onPointerEnter={() => fetchAhead(loadMenu)}
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
