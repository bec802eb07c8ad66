/** How an article is written down by hand; the body is light text for `richText`. */
export type ArticleSource = {
  slug: string
  title: string
  excerpt: string
  author: string
  publishedOn: string
  body: string
}
