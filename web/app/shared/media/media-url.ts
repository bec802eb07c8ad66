import { withoutFocus } from './focus'

/** A path inside the site, or an address on the web. */
const PICTURE_ADDRESS = /^(\/(?![/\\])|https?:\/\/[^/])/i

/**
 * Address of a picture or file as the browser asks for it. Rows hold addresses relative to the
 * Supabase project, behind which the point may stand that stays when a picture is cropped.
 * @param supabaseUrl origin of the project, empty when it is the page's own
 * @returns null for none, and for what is no address of a picture, such as a script
 */
export function resolveMediaUrl(url: string | null | undefined, supabaseUrl: string): string | null {
  if (!url || !PICTURE_ADDRESS.test(url)) return null
  if (!url.startsWith('/')) return URL.canParse(url) ? url : null
  return `${supabaseUrl}${withoutFocus(url)}`
}
