import { paths } from './paths'

/** What the loaders and the first rendering of a page read of its query string; scripts in the browser may read more. */
const PARAMETERS = new Map<string, readonly string[]>(
  Object.entries({
    [paths.terms]: ['version'],
    [paths.privacy]: ['version'],
    [paths.cookies]: ['version'],
    [paths.accessibility]: ['version'],
    [paths.login]: ['error'],
    [`${paths.admin}/login`]: ['error'],
    [paths.unsubscribe]: ['token', 'failed', 'return'],
    [`${paths.unsubscribe}/one-click`]: ['token'],
    // React Router's own: which routes a page that is met later belongs to.
    '/__manifest': ['p', 'paths', 'version'],
  }),
)
const DATA = '.data'

/** The names of the parameters that a page depends on; whatever else its address says, it is the same page. */
export function pageParameters(path: string): readonly string[] {
  if (!path.endsWith(DATA)) return PARAMETERS.get(path.replace(/\/$/, '')) ?? []
  return ['_routes', ...(PARAMETERS.get(path.slice(0, -DATA.length)) ?? [])]
}
