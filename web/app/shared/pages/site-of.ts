import { useRouteLoaderData } from 'react-router'
import { NAME_ALONE, type SiteDetails } from '~/shared/config/site'

/** What a meta function is told of the routes above it. */
export type PageMatches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

type RootData = { site?: SiteDetails } | undefined

/** The academy's name and contact details for a meta function; the root's loader brings them to every page. */
export const siteOf = (matches: PageMatches): SiteDetails =>
  (matches.find((match) => match?.id === 'root')?.loaderData as RootData)?.site ?? NAME_ALONE

/** The academy's name and contact details, as the root's loader brought them. */
export const useSite = (): SiteDetails => (useRouteLoaderData('root') as RootData)?.site ?? NAME_ALONE
