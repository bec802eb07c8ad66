import { useRouteLoaderData } from 'react-router'
import type { PublicConfig } from '~/shared/client/supabase'
import { resolveMediaUrl } from './media-url'

/** Address of a picture of a row, resolved against the Supabase project of this page; null when there is none. */
export function useMediaUrl(url: string | null | undefined): string | null {
  const config = useRouteLoaderData<{ publicConfig: PublicConfig }>('root')?.publicConfig
  return resolveMediaUrl(url, config?.supabaseUrl ?? '')
}
