import { type FocusEvent, type KeyboardEvent, type PointerEvent, Suspense, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { isFocusLost } from '~/shared/browser/near-focus'
import { useClosedOnNavigation } from '~/shared/browser/use-closed-on-navigation'
import { paths } from '~/shared/config/paths'
import { Icon } from '~/shared/ui/icon'
import { Loading } from '~/shared/ui/loading'
import { layoutText } from './layout.he'
import { navLinkClass } from './nav-link-class'

/** Pages of the courses, beside the list itself. */
const SUBJECT = /^\/(courses|categories)\b/
const OPEN_AFTER_MS = 120
const CLOSE_AFTER_MS = 220

const loadPanel = () => import('./courses-menu-panel')
const Panel = lazyPart(() => loadPanel().then(({ CoursesMenuPanel }) => CoursesMenuPanel))

/**
 * The way to all courses, and beside it their mega-menu [2.2-06]: opens on hover with a mouse, on a press of its button
 * with touch or keyboard; arrow down goes into it, Escape closes it and returns to the button.
 */
export function CoursesMenu() {
  const { pathname } = useLocation()
  const [open, setOpen] = useClosedOnNavigation()
  const panelId = useId()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)
  const entersWhenReady = useRef(false)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) {
      clearTimeout(timer.current)
      return
    }
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) setOpen(false)
    }
    // Wherever the focus is: a menu that opened under the mouse has none, and a pressed "try again" takes it away.
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      if (isFocusLost() || area.current?.contains(document.activeElement)) button.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [open, setOpen])

  function later(next: boolean, delay: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      openedByHover.current = next
      setOpen(next)
    }, delay)
  }

  function onPointer(event: PointerEvent, next: boolean) {
    if (event.pointerType !== 'mouse') return
    if (next) prefetchPart(loadPanel)
    if (next === open) clearTimeout(timer.current)
    else later(next, next ? OPEN_AFTER_MS : CLOSE_AFTER_MS)
  }

  function onClick() {
    clearTimeout(timer.current)
    const pins = open && openedByHover.current
    openedByHover.current = false
    setOpen(pins || !open)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && event.target === button.current) {
      event.preventDefault()
      setOpen(true)
      entersWhenReady.current = !focusInside(panelId)
    }
  }

  function onReady() {
    if (entersWhenReady.current) focusInside(panelId)
    entersWhenReady.current = false
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !area.current?.contains(relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the area only listens to what happens to the button and links in it
    <div
      ref={area}
      onPointerEnter={(event) => onPointer(event, true)}
      onPointerLeave={(event) => onPointer(event, false)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className="flex items-center">
        <Link
          to={paths.courses}
          aria-current={pathname === paths.courses ? 'page' : SUBJECT.test(pathname) || undefined}
          className={navLinkClass}
        >
          {layoutText.courses}
        </Link>
        <button
          ref={button}
          type="button"
          aria-label={layoutText.coursesMenu}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={onClick}
          className="needs-scripts grid h-11 w-8 place-items-center rounded-control text-ink-2 hover:text-ink aria-expanded:text-ink"
        >
          <Icon
            name="chevron-down"
            className={open ? 'size-4 rotate-180 transition-transform' : 'size-4 transition-transform'}
          />
        </button>
      </div>
      <div
        id={panelId}
        // Firefox makes a stop of Tab of what scrolls; here the first one is in it.
        tabIndex={-1}
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-72px)] md:max-lg:max-h-[calc(100dvh-117px)] overflow-y-auto border-rule border-b bg-card shadow-float"
      >
        {open && (
          <div className="wrap animate-fade">
            <Suspense fallback={<Loading className="min-h-[340px]" />}>
              <Panel onReady={onReady} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the chosen category, or to what stands in for it; false while nothing of it is there yet. */
function focusInside(panelId: string): boolean {
  const panel = document.getElementById(panelId)
  const goal =
    panel?.querySelector<HTMLElement>('[role="tab"][data-state="active"]') ??
    panel?.querySelector<HTMLElement>('a, button')
  goal?.focus()
  return Boolean(goal)
}
