import { type ReactNode, useEffect } from 'react'
import { plural } from '~/shared/formats/plural'
import { Spinner } from '~/shared/ui/spinner'
import { countedChosen, selectionText as text } from './selection.he'

const BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-white/35 px-4 font-semibold text-white hover:bg-white/10 disabled:opacity-55'

/** A button on the bar of what is chosen. */
export function BarButton({ children, ...props }: { children: ReactNode; onClick: () => void; disabled?: boolean }) {
  return (
    <button type="button" {...props} className={BUTTON}>
      {children}
    </button>
  )
}

type SelectionBarProps = {
  count: number
  /** How many match in all; null while that is not known, or is more than can be chosen. */
  total: number | null
  choosing: boolean
  onAll: () => void
  onClear: () => void
  children?: ReactNode
}

/** How much is chosen, all that match with one press, and what can be done with it. Escape lets everything go. */
export function SelectionBar({ count, total, choosing, onAll, onClear, children }: SelectionBarProps) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const inside =
        event.target instanceof HTMLElement && event.target.closest('[role=dialog], [role=menu], input[type=search]')
      if (event.key === 'Escape' && !event.defaultPrevented && !inside) onClear()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onClear])
  return (
    <section
      aria-label={text.bar}
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-ink px-4 py-2.5 text-white shadow-float"
    >
      <p role="status">
        <span className="font-bold">{plural(count, countedChosen)}</span>
        {total !== null && <span className="ps-2 opacity-75">{text.of(total.toLocaleString())}</span>}
      </p>
      {total !== null && total > count && (
        <BarButton onClick={onAll} disabled={choosing}>
          {choosing && <Spinner />}
          {choosing ? text.choosing : text.all(total.toLocaleString())}
        </BarButton>
      )}
      <span className="grow" />
      {children}
      <BarButton onClick={onClear}>
        {text.clear}
        <kbd dir="ltr" className="hidden rounded border border-white/35 px-1.5 font-normal font-sans text-xs md:block">
          {text.clearKey}
        </kbd>
      </BarButton>
    </section>
  )
}
