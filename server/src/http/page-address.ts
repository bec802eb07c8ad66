import { pageParameters } from 'web/page-parameters'

/**
 * The address of a page with nothing but what the page depends on, so that no invented parameter makes a new page.
 * @param address path and query string, as a request has them
 */
export function pageAddress(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const path = address.slice(0, at)
  const names = pageParameters(path)
  if (names.length === 0) return path
  const kept = [...new URLSearchParams(address.slice(at + 1))].filter(([name]) => names.includes(name))
  const search = new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString()
  return search === '' ? path : `${path}?${search}`
}
