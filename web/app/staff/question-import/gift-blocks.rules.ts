/** A question of a GIFT file as it is written, and the category and tags that stand above it. */
export type GiftBlock = { source: string; category: string; tags: string[]; id: string; isOpen: boolean }

const ESCAPED = '~=#{}:\\n"'
/** Signs behind a backslash stand for themselves while the others are read. */
const HIDDEN_BASE = 0xe000
const hidden = (at: number) => String.fromCharCode(HIDDEN_BASE + at)

/** A text whose escaped signs are hidden from those who look for `~`, `=`, `#`, `{` and `}`. */
export const hideEscapes = (text: string): string =>
  text.replace(/\\([~=#{}:\\n"])/g, (_, sign: string) => hidden(ESCAPED.indexOf(sign)))

/** The text with its hidden signs as they are meant; `\n` is a line. */
export const showEscapes = (text: string): string =>
  text.replace(/[\ue000-\ue008]/g, (sign) =>
    sign === hidden(7) ? '\n' : (ESCAPED[sign.charCodeAt(0) - HIDDEN_BASE] ?? ''),
  )

/** Direction marks that editors put before the signs of the format. */
const UNSEEN =
  /(?<![\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff])[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+(?=\s*(?:[~={}#]|::|\/\/|\$CATEGORY))/gi

const braces = (line: string) => (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0)

/**
 * The questions of a GIFT file: parted by empty lines, of which an answer in braces may hold some. Comments are left out;
 * `[id:…]` and `[tag:…]` in them belong to the question below (Moodle, question/format/gift).
 */
export function giftBlocks(text: string): GiftBlock[] {
  const blocks: GiftBlock[] = []
  let [lines, depth, category]: [string[], number, string] = [[], 0, '']
  let [tags, id]: [string[], string] = [[], '']
  const end = () => {
    const source = lines.join('\n').trim()
    if (source) {
      blocks.push({ source, category, tags, id, isOpen: depth !== 0 })
      tags = []
      id = ''
    }
    lines = []
    depth = 0
  }
  for (const line of hideEscapes(text.replace(/\r\n?/g, '\n').replace(UNSEEN, '')).split('\n')) {
    const trimmed = line.trim()
    if (trimmed.startsWith('//')) {
      const comment = showEscapes(trimmed)
      tags.push(...[...comment.matchAll(/\[tag:([^\]]+)\]/g)].map(([, tag = '']) => tag.trim()))
      id = /\[id:([^\]]+)\]/.exec(comment)?.[1]?.trim() ?? id
      continue
    }
    const begins = /^\$CATEGORY\s*:/i.test(trimmed) || trimmed.startsWith('::')
    if (depth > 0 && begins && lines.at(-1)?.trim() === '') end()
    if (trimmed === '' && depth <= 0) end()
    else if (/^\$CATEGORY\s*:/i.test(trimmed)) {
      end()
      category = showEscapes(trimmed.replace(/^\$CATEGORY\s*:\s*/i, ''))
    } else {
      lines.push(line)
      depth += braces(line)
    }
  }
  end()
  return blocks
}

const LONGEST_TOPIC = 60

/** The last name of a category's way: `$course$/top/מימון/ריבית` is ריבית; two slashes are one of the name. Nothing for a name that is no topic. */
export function topicOfCategory(path: string): string {
  const names = path
    .replaceAll('//', '\ue00f')
    .split('/')
    .map((name) => name.replaceAll('\ue00f', '/').trim())
  const last = names.findLast((name) => name && !/^(?:\$.*\$|top)$/i.test(name)) ?? ''
  return last.length > LONGEST_TOPIC ? '' : last
}
