import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { MessagePage } from '~/shared/ui/message-page'
import type { Route } from './+types/check.route'
import { certificateText as text } from './certificate.he'
import { CheckForm } from './check-form'

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.siteUrl })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: text.checkTitle,
    description: text.numberHint,
    path: paths.certificates,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
  })

/** Where whoever was shown a certificate checks its number. */
export default function CheckRoute() {
  return (
    <MessagePage title={text.checkTitle}>
      <CheckForm />
    </MessagePage>
  )
}
