import { data } from 'react-router'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import type { Route } from './+types/contact.route'
import { contactText as text } from './contact.he'
import { ContactScreen } from './contact-screen'
import { submitPlainTicket } from './plain-ticket'

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.siteUrl })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.contact,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
  })

/** Only browsers without scripts send the form here. */
export async function action({ context, request }: Route.ActionArgs) {
  const taken = await submitPlainTicket(request, context.asCaller())
  if (!taken) throw data(null, { status: 400 })
  return data(taken.answer, { status: taken.status, headers: { 'cache-control': 'no-store' } })
}

export default function Contact({ actionData }: Route.ComponentProps) {
  return <ContactScreen answer={actionData} />
}
