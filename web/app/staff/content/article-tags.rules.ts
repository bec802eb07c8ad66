/** The longest tag there is, in characters, and how many an article has. */
export const LONGEST_ARTICLE_TAG = 30
export const MOST_TAGS = 10

const alike = (tag: string) => tag.toLowerCase()

/** A tag as it is kept: without what stands around it, each space once. */
export const asTag = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/** Whether an article can have these tags: each once, however it is written. */
export const isTagList = (tags: readonly string[]): boolean =>
  tags.length <= MOST_TAGS &&
  new Set(tags.map(alike)).size === tags.length &&
  tags.every((tag) => tag === asTag(tag) && /^[^\p{Cc},]{1,30}$/u.test(tag))

/** The tags with what was typed, spelled as one that is in use already; the same tags where it is there or is no tag. */
export function withTag(tags: readonly string[], typed: string, known: readonly string[]): readonly string[] {
  const tag = asTag(typed)
  const spelled = known.find((name) => alike(name) === alike(tag)) ?? tag
  const more = [...tags, spelled]
  return isTagList(more) ? more : tags
}

/**
 * The tags with those that were typed, with commas between them.
 * @returns the same tags where none was added, and what is neither there nor a tag
 */
export function withTags(tags: readonly string[], typed: string, known: readonly string[]) {
  let made = tags
  const refused: string[] = []
  for (const tag of typed.split(',').map(asTag).filter(Boolean)) {
    const more = withTag(made, tag, known)
    if (more === made && !made.some((one) => alike(one) === alike(tag))) refused.push(tag)
    made = more
  }
  return { made, refused }
}

/** The tags in use that hold what is typed and that the article lacks, those that begin with it first; some at most. */
export function tagsLike(typed: string, known: readonly string[], tags: readonly string[], most = 8): string[] {
  const wanted = alike(asTag(typed))
  const has = new Set(tags.map(alike))
  const found = known.filter((name) => alike(name).includes(wanted) && !has.has(alike(name)))
  const begins = (name: string) => Number(!alike(name).startsWith(wanted))
  return found.sort((one, other) => begins(one) - begins(other)).slice(0, most)
}
