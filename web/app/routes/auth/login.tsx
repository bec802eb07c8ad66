import { paths } from '~/config/paths'
import { LoginScreen } from '~/features/session/login-screen'
import { UNTOLD_ADDRESS } from '~/lib/account-meta'
import { pageMeta } from '~/lib/meta'
import { signInText } from '~/locales/he/sign-in'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: signInText.metaTitle,
    description: signInText.lead,
    path: paths.login,
    siteUrl: matches[0].loaderData.siteUrl,
  }),
  UNTOLD_ADDRESS,
]

export default function Login() {
  return <LoginScreen />
}
