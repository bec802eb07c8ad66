const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The plain-text part of a mail: the words of its HTML, with the addresses of its links behind them. */
export function htmlToText(html: string): string {
  return html
    .replace(/<!--.*?-->|<(head|style|script|title)\b.*?<\/\1\s*>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a\s*>/gi, linkToText)
    .replace(/<(br|hr)\b[^>]*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<\/?(p|div|h[1-6]|tr|table|ul|ol|blockquote|section|header|footer)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decodeEntity)
    .replace(/[ \t\u00a0]*\n[ \t\u00a0]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function linkToText(_: string, double: string | undefined, single: string | undefined, words: string): string {
  const address = double ?? single ?? ''
  return words.includes(address) ? words : `${words}: ${address}`
}

function decodeEntity(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? entity
  const point = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? '', 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}
