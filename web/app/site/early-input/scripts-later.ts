import { LATER } from './run-page'

/**
 * Writes a page so that its scripts wait for the first picture: the router has no word for that.
 * @param html a whole page
 */
export function scriptsLater(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', `<link rel="${LATER}" `)
    .replace(/<script( nonce="[^"]*")? type="module" async="">/, `<script$1 type="${LATER}">`)
}
