/** How an article is written down by hand; the body is light text for `richText`. */
export type ArticleSource = {
  slug: string
  title: string
  excerpt: string
  author: string
  publishedOn: string
  /** What it is about, in the words of its readers. */
  tags: string[]
  body: string
}
