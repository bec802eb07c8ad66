/**
 * Text of `format=flowed` (RFC 3676) with its paragraphs joined: a line that ends with a blank goes on in the next one of the
 * same depth of quotation. Lines that a program broke wrongly stay apart, so that no answer becomes part of what it answers.
 * @param deletesSpace `delsp=yes`: the blank at the end is no part of the text
 */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const joined: { depth: number; parts: string[]; goesOn: boolean }[] = []
  for (const line of text.split(/\r?\n/)) {
    const [marks = ''] = /^>*/.exec(line) ?? []
    const stuffed = line.slice(marks.length)
    const words = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed
    const isSignature = words === '-- '
    const goesOn = words.endsWith(' ') && !isSignature
    const part = goesOn && deletesSpace ? words.slice(0, -1) : words
    const last = joined.at(-1)
    if (last?.goesOn && last.depth === marks.length && !isSignature) {
      last.parts.push(part)
      last.goesOn = goesOn
    } else joined.push({ depth: marks.length, parts: [part], goesOn })
  }
  return joined.map(({ depth, parts }) => (depth > 0 ? `${'>'.repeat(depth)} ` : '') + parts.join('')).join('\n')
}
