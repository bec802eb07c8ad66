import { paths } from './paths'

/** Values of a parameter that make a difference; `all` for one that is read as often as it stands there. */
type Parameter = { values: RegExp; all?: true }

const ANY: Parameter = { values: /^/ }
const VERSION = { version: ANY }

/** What the loaders and the first rendering of a page read of its query string; scripts in the browser may read more. */
const PARAMETERS = new Map<string, Readonly<Record<string, Parameter>>>(
  Object.entries({
    [paths.terms]: VERSION,
    [paths.privacy]: VERSION,
    [paths.cookies]: VERSION,
    [paths.accessibility]: VERSION,
    [paths.news]: { tag: { values: /^[^\p{Cc},]{1,30}$/u } },
    [paths.login]: { error: { values: /^account_inactive$/ } },
    [`${paths.admin}/login`]: { error: { values: /^(auth_failed|no_session|unexpected)$/ } },
    [paths.unsubscribe]: { token: ANY, failed: ANY, return: ANY },
    [paths.answerRating]: { token: ANY, failed: ANY, said: ANY },
    [`${paths.unsubscribe}/one-click`]: { token: ANY },
    // React Router's own: which routes a page that is met later belongs to.
    '/__manifest': { p: { ...ANY, all: true as const }, paths: ANY, version: ANY },
  }),
)
const DATA = '.data'
const NONE = {}

/** The parameters that a page depends on, by name; whatever else its address says, it is the same page. */
export function pageParameters(path: string): Readonly<Record<string, Parameter>> {
  if (!path.endsWith(DATA)) return PARAMETERS.get(path.replace(/\/$/, '')) ?? NONE
  return { _routes: ANY, ...PARAMETERS.get(path.slice(0, -DATA.length)) }
}
