import { redirect } from 'react-router'
import { paths } from '~/shared/config/paths'
import type { Route } from './+types/one-click.route'
import { callUnsubscribeLink } from './unsubscribe.calls'

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''
const HEADERS = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }

/** Somebody opened the address that mail programs post to: the page that asks first. */
export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(`${paths.unsubscribe}?token=${encodeURIComponent(tokenOf(request))}`)

/** The press on "unsubscribe" in a mail program (RFC 8058): answered at once, never with a redirect. */
export async function action({ context, request }: Route.ActionArgs) {
  try {
    const { state } = await callUnsubscribeLink(context.supabase, 'unsubscribe', tokenOf(request))
    return state === 'unknown'
      ? new Response('Unknown link\n', { status: 404, headers: HEADERS })
      : new Response('Unsubscribed\n', { headers: HEADERS })
  } catch {
    return new Response('Try again\n', { status: 503, headers: { ...HEADERS, 'retry-after': '60' } })
  }
}
