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
