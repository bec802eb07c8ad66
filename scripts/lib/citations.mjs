/** `decision 0056`, `decisions 0016, 0020 and 0026`, `(0031)`, `(0006, 0024)`: numbers below 0300, so no file mode. */
const DECISIONS = /(?:[Dd]ecisions? \[?|\()(0[0-2]\d\d(?:(?:, | and | or )0[0-2]\d\d)*)\b/g

/**
 * @param {string} text of a source or a document
 * @returns {string[]} the four digits of each decision that it cites
 */
export function citedDecisions(text) {
  return [...text.matchAll(DECISIONS)].flatMap(([, list = '']) => list.match(/\d{4}/g) ?? [])
}

/**
 * @param {string} archive docs/decisions/archive.md
 * @returns {{ number: string, records: string[] }[]} each line's number and the files of the records that it leads to
 */
export function archivedDecisions(archive) {
  return [...archive.matchAll(/^- \*\*(\d{4}) .*$/gm)].map(([line, number = '']) => ({
    number,
    records: [...line.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file),
  }))
}
