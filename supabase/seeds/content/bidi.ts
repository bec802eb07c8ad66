const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const POP_ISOLATE = '\u2069'

/**
 * Text as written by hand, where `{…}` holds a run that reads from left to right (an equation, a negative number),
 * with the braces replaced by Unicode isolates so that it also reads right inside Hebrew plain text.
 */
export function isolate(text: string): string {
  return text.replace(/\{([^{}]*)\}/g, `${LEFT_TO_RIGHT_ISOLATE}$1${POP_ISOLATE}`)
}
