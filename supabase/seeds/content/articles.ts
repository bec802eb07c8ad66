import { essays } from './articles/essays.ts'
import { news } from './articles/news.ts'
import type { ArticleSource } from './articles/source.ts'
import { idOf } from './id.ts'
import { richText } from './rich-text.ts'
import type { Article } from './types.ts'

const WORDS_A_MINUTE = 180
/** The day on which every figure and source in the articles was last gone over. */
const CHECKED_ON = '2026-11-21'

const row =
  (kind: Article['kind']) =>
  (source: ArticleSource): Omit<Article, 'order_index'> => ({
    id: idOf('articles', source.slug),
    kind,
    slug: source.slug,
    title_he: source.title,
    excerpt_he: source.excerpt,
    body: richText(source.body),
    cover_url: `/storage/v1/object/public/images/articles/${source.slug}.webp`,
    author_id: idOf('authors', source.author),
    published_at: `${source.publishedOn}T06:00:00.000Z`,
    is_published: true,
    checked_on: CHECKED_ON,
    tags: source.tags,
    reading_minutes: Math.max(1, Math.ceil(source.body.trim().split(/\s+/).length / WORDS_A_MINUTE)),
  })

/** News and essays, the newest first. */
export const articles: Article[] = [...news.map(row('news')), ...essays.map(row('essay'))]
  .sort((a, b) => b.published_at.localeCompare(a.published_at))
  .map((article, index) => ({ ...article, order_index: index + 1 }))
