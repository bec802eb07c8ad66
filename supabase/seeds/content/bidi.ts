const LEFT_TO_RIGHT_ISOLATE = '\u2066'
const POP_ISOLATE = '\u2069'
const NO_BREAK_SPACE = '\u00a0'
/** What still fits on one line of a phone; longer runs may part, but only before a sign. */
const ONE_LINE = 36

const kept = (run: string): string =>
  run.length <= ONE_LINE ? run.replaceAll(' ', NO_BREAK_SPACE) : run.replace(/([+−×÷=≈]) /g, `$1${NO_BREAK_SPACE}`)

/**
 * Text as written by hand, where `{…}` holds a run that reads from left to right (an equation, a negative number),
 * with the braces replaced by Unicode isolates so that it also reads right inside Hebrew plain text.
 */
export function isolate(text: string): string {
  return text.replace(/\{([^{}]*)\}/g, (_all, run: string) => `${LEFT_TO_RIGHT_ISOLATE}${kept(run)}${POP_ISOLATE}`)
}

/** Text as it is written by hand again, with braces around what was isolated. */
export function plainRuns(text: string): string {
  const isolated = new RegExp(`${LEFT_TO_RIGHT_ISOLATE}([^${POP_ISOLATE}]*)${POP_ISOLATE}`, 'g')
  return text.replace(isolated, (_all, run: string) => `{${run.replaceAll(NO_BREAK_SPACE, ' ')}}`)
}
