import { paths } from '~/shared/config/paths'
import { NO_REFERRER_META } from '~/shared/pages/account-meta'
import { pageMeta } from '~/shared/pages/meta'
import type { Route } from './+types/login.route'
import { LoginScreen } from './login-screen'
import { signInText } from './sign-in.he'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: signInText.metaTitle,
    description: signInText.lead,
    path: paths.login,
    siteUrl: matches[0].loaderData.siteUrl,
    matches,
  }),
  NO_REFERRER_META,
]

export default function Login() {
  return <LoginScreen />
}
