import { Suspense, useSyncExternalStore } from 'react'
import { BookmarkButton } from '~/components/bookmark-button'
import type { Course } from '~/domain/catalog'
import { lazyPart } from '~/lib/lazy-part'

const Toggle = lazyPart(async () => {
  const [{ BookmarkToggle }, { Queries }] = await Promise.all([
    import('~/features/bookmarks/bookmark-toggle'),
    import('~/components/queries'),
  ])
  return (props: BookmarkProps) => (
    <Queries>
      <BookmarkToggle {...props} />
    </Queries>
  )
})

type BookmarkProps = { courseId: string; title: string; className?: string }

const never = () => () => undefined

/** The bookmark of a course; until its code has come, and on the server, a button of the same shape that waits. */
export function CourseBookmark(props: BookmarkProps) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const waiting = <BookmarkButton {...props} isBookmarked={false} busy onToggle={() => undefined} />
  return inBrowser ? (
    <Suspense fallback={waiting}>
      <Toggle {...props} />
    </Suspense>
  ) : (
    waiting
  )
}

/** The bookmark for the corner of a card. */
export const bookmarkOf = ({ id, titleHe }: Course) => <CourseBookmark courseId={id} title={titleHe} />
