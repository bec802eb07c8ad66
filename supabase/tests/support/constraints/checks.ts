/** Check constraints by table: what sets a value that the constraint refuses, one for each of its bounds. */
export type Checks = Record<string, Record<string, string | string[]>>

/** What is no hash in lowercase hex. */
export const noHash = (column: string, digits = 64): string[] => [
  `${column} = repeat('a', ${digits - 1})`,
  `${column} = repeat('a', ${digits + 1})`,
  `${column} = repeat('g', ${digits})`,
]

/** What is no address of a picture. */
export const noPicture = (column: string): string[] => [`${column} = 'a.webp'`, `${column} = '//elsewhere.example'`]

/** What is no part of an address. */
export const NO_SLUG = ['', 'a b', 'a/b', 'a?b', 'a#b'].map((slug) => `slug = '${slug}'`)

/** What is no list of a few short texts. */
export const noShortList = (column: string): string[] => [
  `${column} = array_fill('x'::text, array[11])`,
  `${column} = array[repeat('x', 61)]`,
  `${column} = array[null]`,
]

/** Documents that the editor does not make. */
export const NO_RICH_TEXT = [
  ...[`body = '{"type": "text"}'`, `body = '{}'`, `body = '[1]'`, `body = '"doc"'`],
  `body = '{"type": "doc", "content": {}}'`,
  `body = '{"type": "doc", "content": [null]}'`,
  `body = '{"type": "doc", "content": [{"type": "script"}]}'`,
  `body = '{"type": "doc", "content": [{"type": "text", "text": 5}]}'`,
  `body = '{"type": "doc", "content": [{"type": "text", "text": "x", "marks": [{"type": "link", "attrs": {"href": "javascript:alert(1)"}}]}]}'`,
]
