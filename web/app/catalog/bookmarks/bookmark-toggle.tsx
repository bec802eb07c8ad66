import { BookmarkButton } from './bookmark-button'
import { useBookmarkToggle } from './use-bookmarks'

type BookmarkToggleProps = { courseId: string; title: string; className?: string }

/** Saves a course among the favourites or takes it out again [2.2-19]. */
export function BookmarkToggle({ courseId, title, ...rest }: BookmarkToggleProps) {
  const { isBookmarked, busy, toggle } = useBookmarkToggle(courseId, title)
  return <BookmarkButton isBookmarked={isBookmarked} busy={busy} onToggle={toggle} title={title} {...rest} />
}
