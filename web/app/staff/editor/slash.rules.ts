/** What can be written by its name after a slash. */
export const SLASH_COMMANDS = [
  'heading',
  'subheading',
  'bulletList',
  'orderedList',
  'blockquote',
  'table',
  'rule',
  'callout',
  'picture',
  'footnote',
  'courseCard',
  'fact',
  'formula',
] as const

export type SlashCommand = (typeof SLASH_COMMANDS)[number]

/** What was written after the slash that a paragraph begins with; undefined where it is no such paragraph. */
export function slashQuery(words: string): string | undefined {
  const [, query] = /^\/([^\s/]{0,20})$/u.exec(words) ?? []
  return query
}

/** The commands whose names have words that begin like that, in their order. */
export const matchingCommands = (query: string, names: Readonly<Record<SlashCommand, string>>): SlashCommand[] =>
  SLASH_COMMANDS.filter((command) => names[command].split(' ').some((word) => word.startsWith(query)))

/** The height of a name in the menu, what lies around all of them, the most it takes up, and what parts it from the line. */
const [NAME, AROUND, TALLEST, GAP] = [44, 14, 288, 6]

/**
 * Where the menu begins: below the line that the caret stands in, or above it where only there is room.
 * All in pixels from the top of the window.
 */
export function placeOfMenu(line: { top: number; bottom: number }, names: number, windowHeight: number): number {
  const height = Math.min(TALLEST, names * NAME + AROUND)
  const below = line.bottom + GAP
  const above = line.top - GAP - height
  return below + height > windowHeight && above >= 0 ? above : below
}
