import { pageParameters } from 'web/page-parameters'

/**
 * The address of a page with nothing but what the page depends on, so that no invented parameter makes a new page.
 * @param address path and query string, as a request has them
 */
export function pageAddress(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const path = address.slice(0, at)
  const known = pageParameters(path)
  const seen = new Set<string>()
  const kept = [...new URLSearchParams(address.slice(at + 1))].filter(([name, value]) => {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined
    if (!parameter || (seen.has(name) && !parameter.all)) return false
    seen.add(name)
    return parameter.values.test(value)
  })
  const search = new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString()
  return search === '' ? path : `${path}?${search}`
}
