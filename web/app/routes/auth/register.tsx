import { paths } from '~/config/paths'
import { RegisterScreen } from '~/features/session/register-screen'
import { UNTOLD_ADDRESS } from '~/lib/account-meta'
import { pageMeta } from '~/lib/meta'
import { registerText } from '~/locales/he/sign-in'
import type { Route } from './+types/register'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: registerText.metaTitle,
    description: registerText.lead,
    path: paths.register,
    siteUrl: matches[0].loaderData.siteUrl,
  }),
  UNTOLD_ADDRESS,
]

export default function Register() {
  return <RegisterScreen />
}
