import { clsx } from 'clsx'
import { Spinner } from './ui/spinner'

type BookmarkButtonProps = {
  isBookmarked: boolean
  busy: boolean
  onToggle: () => void
  /** What pressing does, with the course's name, for screen readers. */
  label: string
  className?: string
}

/** A ribbon that is full while a course is saved; 44 px, beside the main button of a course or on its card. */
export function BookmarkButton({ isBookmarked, busy, onToggle, label, className }: BookmarkButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!busy) onToggle()
      }}
      className={clsx(
        'grid size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-card text-ink hover:bg-saffron-wash',
        className,
      )}
    >
      {busy ? <Spinner /> : <Ribbon filled={isBookmarked} />}
    </button>
  )
}

function Ribbon({ filled }: { filled: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('size-5', filled && 'text-saffron')}>
      <path
        d="M6.5 4h11v16.5L12 16.2l-5.5 4.3z"
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  )
}
