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
