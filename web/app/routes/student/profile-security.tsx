import { accountMeta } from '~/lib/account-meta'
import { accountText } from '~/locales/he/account'

export const meta = () => accountMeta(accountText.security)

export default function ProfileSecurity() {
  return <h1 className="pt-8 text-3xl">{accountText.security}</h1>
}
