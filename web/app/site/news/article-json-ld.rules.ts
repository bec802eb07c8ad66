import type { KindOf } from '~/shared/config/kinds'

type DescribedArticle = {
  kind: KindOf<'articles.kind'>
  titleHe: string
  excerptHe: string
  coverUrl: string | null
  authorName: string | null
  publishedAt: string | null
}

/** What search engines read about an article; addresses are absolute. */
export function articleJsonLd(article: DescribedArticle, url: string, publisher: { name: string; url: string }) {
  const organization = { '@type': 'Organization', ...publisher }
  return {
    '@context': 'https://schema.org',
    '@type': article.kind === 'news' ? 'NewsArticle' : 'Article',
    headline: article.titleHe,
    description: article.excerptHe,
    inLanguage: 'he',
    isAccessibleForFree: true,
    url,
    mainEntityOfPage: url,
    ...(article.publishedAt && { datePublished: article.publishedAt }),
    ...(article.coverUrl && URL.canParse(article.coverUrl, url) && { image: new URL(article.coverUrl, url).href }),
    author: article.authorName ? { '@type': 'Person', name: article.authorName } : organization,
    publisher: organization,
  }
}
