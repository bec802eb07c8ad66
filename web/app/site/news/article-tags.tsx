import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { newsText as text } from './news.he'

/** What an article is about; each tag leads to all that have it. */
export function ArticleTags({ tags }: { tags: readonly string[] }) {
  return (
    <nav aria-label={text.tags} className="mb-4">
      <ul className="flex flex-wrap gap-x-4">
        {tags.map((tag) => (
          <li key={tag}>
            <Link to={paths.newsTagged(tag)} className="text-link inline-block py-1">
              <Bidi>{tag}</Bidi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
