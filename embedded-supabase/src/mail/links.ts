/** The web links of a mail in the order of its text, each once; from the HTML where there is no text. */
export function linksOf({
  html,
  text,
}: {
  html?: string | null | undefined
  text?: string | null | undefined
}): string[] {
  const fromText = text?.match(/https?:\/\/[^\s<>"'()]+/g) ?? []
  const fromHtml = [...(html ?? '').matchAll(/href="(https?:\/\/[^"]+)"/gi)].map(([, link]) => unescapeHtml(link ?? ''))
  return [...new Set(fromText.length > 0 ? fromText : fromHtml)]
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&#38;': '&',
  '&quot;': '"',
  '&#34;': '"',
  '&lt;': '<',
  '&gt;': '>',
}

function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|quot|lt|gt|#38|#34);/g, (entity) => ENTITIES[entity] ?? entity)
}
