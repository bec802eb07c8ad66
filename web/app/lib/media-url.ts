/**
 * Address of a picture or file as the browser asks for it. Rows hold addresses relative to the Supabase project.
 * @param supabaseUrl origin of the project, empty when it is the page's own
 */
export function resolveMediaUrl(url: string | null | undefined, supabaseUrl: string): string | null {
  if (!url) return null
  return url.startsWith('/') ? `${supabaseUrl}${url}` : url
}
