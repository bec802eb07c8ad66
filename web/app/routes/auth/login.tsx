import { paths } from '~/config/paths'
import { LoginScreen } from '~/features/session/login-screen'
import { pageMeta } from '~/lib/meta'
import { signInText } from '~/locales/he/sign-in'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: signInText.metaTitle,
    description: signInText.lead,
    path: paths.login,
    siteUrl: matches[0].loaderData.siteUrl,
  })

export default function Login() {
  return <LoginScreen />
}
