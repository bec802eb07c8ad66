import { paths } from '~/config/paths'
import { ContactScreen } from '~/features/contact/contact-screen'
import { pageMeta } from '~/lib/meta'
import { contactText as text } from '~/locales/he/contact'
import type { Route } from './+types/contact'

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
