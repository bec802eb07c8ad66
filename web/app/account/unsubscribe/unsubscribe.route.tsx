import { data, redirect } from 'react-router'
import { paths } from '~/shared/config/paths'
import { type PageMatches, siteOf } from '~/shared/pages/site-of'
import type { Route } from './+types/unsubscribe.route'
import { callUnsubscribeLink } from './unsubscribe.calls'
import { unsubscribeText } from './unsubscribe.he'
import { UnsubscribeScreen } from './unsubscribe-screen'

const NO_STORE = { 'cache-control': 'no-store' }

/** Opening the page only looks: mail scanners open every link. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const token = search.get('token') ?? ''
  const failed = search.has('failed')
  try {
    const link = await callUnsubscribeLink(context.supabase, 'describe_unsubscribe_link', token)
    return data({ link, token, failed }, { headers: NO_STORE })
  } catch {
    return data({ link: null, token, failed: true }, { status: 503, headers: NO_STORE })
  }
}

/** A press does it, with or without scripts. The wish stands in the address: a body is never read. */
export async function action({ context, request }: Route.ActionArgs) {
  const search = new URL(request.url).searchParams
  const token = search.get('token') ?? ''
  const address = `${paths.unsubscribe}?token=${encodeURIComponent(token)}`
  try {
    await callUnsubscribeLink(context.supabase, search.has('return') ? 'undo_unsubscribe' : 'unsubscribe', token)
    return redirect(address, 303)
  } catch {
    return redirect(`${address}&failed`, 303)
  }
}

export const headers: Route.HeadersFunction = () => NO_STORE

/** The address holds a token: it is told to no other site. Not `no-referrer`, which would hide where a press comes from. */
export const meta = ({ matches }: { matches: PageMatches }) => [
  { title: `${unsubscribeText.title} · ${siteOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  return <UnsubscribeScreen {...loaderData} />
}
