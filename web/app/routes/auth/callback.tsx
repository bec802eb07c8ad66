import { CallbackScreen } from '~/features/session/callback-screen'
import { accountMeta } from '~/lib/account-meta'
import { callbackText } from '~/locales/he/callback'

export const meta = () => accountMeta(callbackText.metaTitle)

export default function Callback() {
  return <CallbackScreen />
}
