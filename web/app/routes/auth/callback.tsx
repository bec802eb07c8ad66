import { useEffect, useState } from 'react'
import { CallbackScreen } from '~/features/session/callback-screen'
import {
  EmailChangeLink,
  type EmailChangeToken,
  emailChangeToken,
  Processing,
} from '~/features/session/email-change-link'
import { accountMeta } from '~/lib/account-meta'
import { callbackText } from '~/locales/he/callback'

export const meta = () => accountMeta(callbackText.metaTitle)

/** Where mailed links lead. What a link is for is read once, before its token leaves the address. */
export default function Callback() {
  const [token, setToken] = useState<EmailChangeToken | null>()
  useEffect(() => setToken((known) => (known === undefined ? emailChangeToken(window.location.href) : known)), [])
  if (token === undefined) return <Processing />
  return token ? <EmailChangeLink token={token} /> : <CallbackScreen />
}
