import { formatDay } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import type { ArticleSummary } from './articles.calls'
import { newsText } from './news.he'

/** Kind, day and length of an article in one line. */
export function ArticleFacts({ article }: { article: ArticleSummary }) {
  const { kind, publishedAt, readingMinutes, authorName } = article
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-3 text-sm">
      <span className="font-semibold text-green-ink">{newsText.kinds[kind]}</span>
      {publishedAt && <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>}
      {readingMinutes > 0 && <span>{plural(readingMinutes, newsText.minutes)}</span>}
      {authorName && <span>{authorName}</span>}
    </p>
  )
}
