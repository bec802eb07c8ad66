import { registerText } from '~/session/sign-in/sign-in.he'
import { paths } from '~/shared/config/paths'
import { NO_REFERRER_META } from '~/shared/pages/account-meta'
import { pageMeta } from '~/shared/pages/meta'
import type { Route } from './+types/register.route'
import { RegisterScreen } from './register-screen'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: registerText.metaTitle,
    description: registerText.lead,
    path: paths.register,
    siteUrl: matches[0].loaderData.siteUrl,
    matches,
  }),
  NO_REFERRER_META,
]

export default function Register() {
  return <RegisterScreen />
}
