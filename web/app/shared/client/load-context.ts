import type { SiteDetails } from '../config/site'
import type { PublicConfig, Supabase } from './supabase'

/** What the server hands to every loader and to the renderer. */
export type AcademyContext = {
  /** Anonymous client whose requests stay inside the process. */
  supabase: Supabase
  /** Anonymous client that counts as the caller of this page, for what a form without scripts sends. */
  asCaller: () => Supabase
  /** What the browser needs to reach Supabase; an empty `supabaseUrl` means the page's own origin. */
  publicConfig: PublicConfig
  /** Origin of the site as people know it, for canonical addresses. */
  siteUrl: string
  /** The academy's name, contact details and notice, as the server keeps them for all pages. */
  site: () => Promise<SiteDetails>
  /** Marks the scripts that the application itself writes into this page; nobody can know it before. */
  scriptMark: string
  /** What several loaders of one request need is read once: the first to ask for a name reads, the others share. */
  once: <T>(name: string, read: () => Promise<T>) => Promise<T>
  /** Writes what made a page fail into the log. */
  report: (error: unknown) => void
}

declare module 'react-router' {
  interface AppLoadContext extends AcademyContext {}
}
