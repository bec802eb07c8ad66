import { useState } from 'react'
import { Link } from 'react-router'
import { catalogText } from '~/catalog/courses/catalog.he'
import { CoursePicture } from '~/catalog/courses/course-picture'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Empty, Failed, LoadingLines, Section } from '~/shared/ui/section'
import { BOOKMARK_SORTS, type BookmarkSort, findBookmarks } from './bookmark-order.rules'
import { BookmarkToggle } from './bookmark-toggle'
import type { Bookmark } from './bookmarks.calls'
import { bookmarkText as text } from './bookmarks.he'
import { useBookmarks } from './use-bookmarks'

/** Rows that are seen before the rest is asked for; a list that fits needs no tools either. */
const SHOWN = 5

/** The saved courses, newest first [7-18]; a long list can be searched, sorted and kept short. */
export function BookmarkList() {
  const { data: bookmarks = [], isPending, isError, refetch } = useBookmarks()
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<BookmarkSort>('newest')
  const [open, setOpen] = useState(false)
  const isLong = bookmarks.length > SHOWN
  const found = findBookmarks(bookmarks, isLong ? query : '', sort)
  const shown = open || query !== '' ? found : found.slice(0, SHOWN)
  return (
    <Section id="bookmarks" title={text.title}>
      {isPending && <LoadingLines count={2} />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {!isPending && !isError && bookmarks.length === 0 && (
        <Empty text={text.empty}>
          <Link to={paths.courses} className={buttonClass('secondary')}>
            {common.allCourses}
          </Link>
        </Empty>
      )}
      {isLong && <Tools query={query} onQuery={setQuery} sort={sort} onSort={setSort} />}
      <ul>
        {shown.map((bookmark) => (
          <Line key={bookmark.courseId} bookmark={bookmark} />
        ))}
      </ul>
      {isLong && found.length === 0 && (
        <p role="status" className="border-b border-rule py-6 text-ink-2">
          {text.none(query)}
        </p>
      )}
      {isLong && query === '' && (
        <Button look="quiet" size="small" className="mt-3" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? text.fewer : text.more(bookmarks.length)}
        </Button>
      )}
    </Section>
  )
}

type ToolsProps = {
  query: string
  onQuery: (query: string) => void
  sort: BookmarkSort
  onSort: (sort: BookmarkSort) => void
}

function Tools({ query, onQuery, sort, onSort }: ToolsProps) {
  const field = 'min-h-11 rounded-control border border-field bg-card px-3.5'
  return (
    <div className="flex flex-wrap gap-3 border-b border-rule py-3">
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        className={`${field} min-w-0 grow basis-52 placeholder:text-ink-3`}
      />
      <select
        aria-label={text.sort}
        value={sort}
        onChange={(event) => onSort(BOOKMARK_SORTS.find((one) => one === event.target.value) ?? 'newest')}
        className={field}
      >
        {BOOKMARK_SORTS.map((one) => (
          <option key={one} value={one}>
            {text.sorts[one]}
          </option>
        ))}
      </select>
    </div>
  )
}

function Line({ bookmark: { courseId, titleHe, categoryName, thumbnailUrl } }: { bookmark: Bookmark }) {
  return (
    <li className="flex items-center gap-4 border-b border-rule py-4">
      <CoursePicture url={thumbnailUrl} />
      <div className="min-w-0 grow">
        <Link
          to={paths.course(courseId)}
          className="font-serif text-lg leading-tight font-bold no-underline hover:underline"
        >
          <Bidi>{titleHe}</Bidi>
        </Link>
        <p className="mt-1 text-sm text-ink-2">{categoryName ?? catalogText.generalCategory}</p>
      </div>
      <BookmarkToggle courseId={courseId} title={titleHe} />
    </li>
  )
}
