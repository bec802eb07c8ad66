import { type CategoryRow, toCategory } from '~/catalog/categories/categories.calls'
import type { Category, Loaded } from '~/catalog/courses/catalog.rules'
import { withinTime } from '~/shared/client/deadline'
import type { AcademyContext } from '~/shared/client/load-context'
import type { Row } from '~/shared/client/rows'
import { type Damaged, storedValues } from '~/shared/client/stored-values'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { readStoredText } from '~/site/rich-text/stored-text.rules'

/** An article in a list. Times are ISO, `checkedOn` is a day. */
export type ArticleSummary = {
  id: string
  kind: KindOf<'articles.kind'>
  slug: string
  titleHe: string
  excerptHe: string
  coverUrl: string | null
  authorName: string | null
  publishedAt: string | null
  checkedOn: string | null
  readingMinutes: number
  tags: string[]
}

/** `related` are public ones, at most three. */
export type Article = ArticleSummary & { body: RichTextDocument; related: ArticleSummary[] }

type SummaryRow = Row<
  'articles',
  'id' | 'slug' | 'title_he' | 'excerpt_he' | 'cover_url' | 'published_at' | 'checked_on' | 'reading_minutes' | 'tags'
> & { kind: KindOf<'articles.kind'>; author: Row<'authors', 'name_he'> | null }

const SUMMARY =
  'id, kind, slug, title_he, excerpt_he, cover_url, published_at, checked_on, reading_minutes, tags, author:authors(name_he)'

export const toArticleSummary = (row: SummaryRow, damaged?: Damaged): ArticleSummary => {
  const stored = storedValues('articles', row.id, damaged)
  return {
    id: row.id,
    kind: row.kind === 'essay' ? 'essay' : 'news',
    slug: row.slug,
    titleHe: row.title_he,
    excerptHe: row.excerpt_he ?? '',
    coverUrl: row.cover_url,
    authorName: row.author?.name_he ?? null,
    publishedAt: stored.moment('published_at', row.published_at),
    checkedOn: stored.moment('checked_on', row.checked_on),
    readingMinutes: row.reading_minutes ?? 0,
    tags: stored.words('tags', row.tags),
  }
}

/** A list of one word, as the database writes lists. */
const listOf = (word: string) => `{"${word.replace(/[\\"]/g, '\\$&')}"}`

/** Published news and essays, newest first, or those with a tag; one statement. A failure gives an empty list and its message. */
export async function listArticles(supabase: Supabase, tag?: string): Promise<Loaded<ArticleSummary>> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) => {
      const shown = supabase.from('articles').select(SUMMARY).eq('is_published', true)
      return (tag === undefined ? shown : shown.contains('tags', listOf(tag)))
        .order('published_at', { ascending: false })
        .order('order_index', { ascending: true })
        .abortSignal(signal)
        .overrideTypes<SummaryRow[], { merge: false }>()
    })
    if (error) return { items: [], error: error.message || 'Error fetching articles' }
    return { items: data.map((row) => toArticleSummary(row, supabase.damaged)), error: null }
  } catch {
    return { items: [], error: 'Error fetching articles' }
  }
}

/** An article with the categories that every page shows at its foot. */
export type ArticlePage = { article: Article; categories: Category[] }

export type ArticlePageRow = SummaryRow & {
  body: unknown
  related: SummaryRow[]
  categories: CategoryRow[]
}

/**
 * One published article by its slug and the active categories with their counts, in one statement.
 * `page` is null when there is no such article; a failure gives its message [8-36].
 */
async function findArticle(
  supabase: Supabase,
  slug: string,
): Promise<{ page: ArticlePage | null; error: string | null }> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
      supabase
        .from('articles')
        .select(`${SUMMARY}, body, related:related_articles(${SUMMARY}), categories:site_categories(*, courses(id))`)
        .eq('slug', slug)
        .eq('is_published', true)
        .eq('categories.courses.is_published', true)
        .abortSignal(signal)
        .maybeSingle<ArticlePageRow>(),
    )
    if (error) return { page: null, error: error.message || 'Error fetching article' }
    return { page: data && toArticlePage(data, supabase.damaged), error: null }
  } catch {
    return { page: null, error: 'Error fetching article' }
  }
}

/** The article for all loaders of one request: its own route's, and that of the frame around it. */
export const findArticleOnce = ({ once, supabase }: AcademyContext, slug: string) =>
  once(`article ${slug}`, () => findArticle(supabase, slug))

/** A row as the page shows it. */
export function toArticlePage(row: ArticlePageRow, damaged?: Damaged): ArticlePage {
  const { document, isWhole } = readStoredText(row.body)
  if (!isWhole) damaged?.(`articles ${row.id}: body`)
  const related = row.related.map((one) => toArticleSummary(one, damaged))
  return {
    article: { ...toArticleSummary(row, damaged), body: document, related },
    categories: row.categories.map(toCategory),
  }
}
