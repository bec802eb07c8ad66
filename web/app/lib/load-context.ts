import type { Supabase } from './supabase'

/** What the server hands to every loader and to the renderer. */
export type AcademyContext = {
  /** Anonymous client whose requests stay inside the process. */
  supabase: Supabase
  /** What the browser needs to reach Supabase; an empty `supabaseUrl` means the page's own origin. */
  publicConfig: PublicConfig
  /** Origin of the site as people know it, for canonical addresses. */
  siteUrl: string
}

export type PublicConfig = { supabaseUrl: string; anonKey: string }

declare module 'react-router' {
  interface AppLoadContext extends AcademyContext {}
}
