import { clsx } from 'clsx'
import { catalogText } from '~/catalog/courses/catalog.he'
import { Icon } from '~/shared/ui/icon'

type BookmarkButtonProps = {
  /** Name of the course, for those who cannot see which card the button lies on. */
  title: string
  isBookmarked: boolean
  busy?: boolean
  onToggle: () => void
  className?: string
}

/**
 * Keeps a course among the favourites or takes it out [2.2-19]; knows nothing of where they are kept. While it is busy
 * it does nothing, but keeps the focus.
 */
export function BookmarkButton({ title, isBookmarked, busy = false, onToggle, className }: BookmarkButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isBookmarked}
      aria-label={isBookmarked ? catalogText.removeBookmark(title) : catalogText.addBookmark(title)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onToggle}
      className={clsx(
        'needs-scripts grid size-11 place-items-center rounded-full bg-card transition-colors duration-150 hover:bg-saffron-wash aria-disabled:opacity-60',
        isBookmarked ? 'text-saffron' : 'text-ink',
        className,
      )}
    >
      <Icon name="bookmark" filled={isBookmarked} />
    </button>
  )
}
