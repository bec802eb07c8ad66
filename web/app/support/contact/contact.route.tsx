import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import type { Route } from './+types/contact.route'
import { contactText as text } from './contact.he'
import { ContactScreen } from './contact-screen'

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.siteUrl })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.contact,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
  })

export default function Contact() {
  return <ContactScreen />
}
