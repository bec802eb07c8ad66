import type { ShouldRevalidateFunction } from 'react-router'

/**
 * For loaders whose data does not depend on the rest of the address: they run again only when asked to
 * (a retry, a form), not while someone walks from page to page.
 */
export const loadOnce: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate, currentUrl, nextUrl }) =>
  formMethod || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false
