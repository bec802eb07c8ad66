import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router'
import { whenIdle } from '~/shared/browser/when-idle'
import { paths } from '~/shared/config/paths'
import { visitorKey } from '~/site/privacy-choice/visitor-key'
import { trackPageView } from './page-views.calls'

/** Counts each change of the route when the browser is idle ([2.1-19], [7-22]); never inside the admin area. */
export function PageViews() {
  // The only place where the router tells the patterns of its matches; `useMatches` has addresses, which may hold secrets.
  const router = useContext(RouterState)
  const pathname = router?.location.pathname
  const pattern = patternOf(router?.matches.map(({ route }) => route.path) ?? [])
  const counted = useRef<string>(undefined)

  useEffect(() => {
    if (pathname === undefined || counted.current === pathname) return
    counted.current = pathname
    if (pattern === paths.admin || pattern.startsWith(`${paths.admin}/`)) return
    whenIdle(() => void trackPageView(pattern, visitorKey()))
  }, [pathname, pattern])

  return null
}

const patternOf = (parts: (string | undefined)[]): string =>
  `/${parts
    .filter(Boolean)
    .map((part) => part?.replace(/^\/|\/$/g, ''))
    .filter(Boolean)
    .join('/')}`
