/** Names that SQL gives: functions, tables, views, triggers, columns. */
const SQL_NAMES = [
  /\bcreate (?:or replace )?(?:unlogged )?(?:constraint )?(?:function|table|view|materialized view|trigger|type|sequence)(?: if not exists)? (?:\w+\.)?"?(\w+)/gi,
  /^\s+(?:add column (?:if not exists )?)?(\w+) (?:uuid|text|integer|bigint|smallint|boolean|timestamptz|date|jsonb?|numeric|bytea|interval|inet|int4multirange|real|double precision)\b/gim,
  /\brename (?:column \w+ |constraint \w+ )?to (\w+)/gi,
]
const EXPORTS = /^export (?:default )?(?:async )?(?:function\*?|const|let|type|class|interface|enum) ([A-Za-z_]\w*)/gm

/**
 * @param {string} glossary docs/glossary.md
 * @returns {string[]} the words in backticks in the last column of its tables, each once
 */
export function refusedWords(glossary) {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  const avoided = rows.map((row) => row.split('|').at(-2) ?? '')
  return [...new Set(avoided.flatMap((cell) => [...cell.matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word)))]
}

/**
 * @param {string} name an identifier or a file name in any case style
 * @returns {string[]} its words in small letters: `toldRefusal`, `TOLD_REFUSAL` and `told-refusal.ts` begin with `told`
 */
export function wordsOf(name) {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

/**
 * @param {string} file its path
 * @param {string} text what it holds
 * @returns {string[]} the file's own name and the identifiers that it gives to others, each once
 */
export function namesIn(file, text) {
  const patterns = file.endsWith('.sql') ? SQL_NAMES : [EXPORTS]
  const given = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set([file.split('/').at(-1) ?? '', ...given])]
}

/**
 * @param {{ file: string, text: string }[]} sources
 * @param {string[]} words that names should not have
 * @returns {Map<string, { name: string, file: string }[]>} by word, each name once with the first file that gives it
 */
export function refusedNames(sources, words) {
  /** @type {Map<string, { name: string, file: string }[]>} */
  const found = new Map(words.map((word) => [word, []]))
  for (const { file, text } of sources)
    for (const name of namesIn(file, text))
      for (const word of new Set(wordsOf(name))) {
        const names = found.get(word)
        if (names && !names.some((known) => known.name === name)) names.push({ name, file })
      }
  return found
}
