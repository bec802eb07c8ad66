import { useEffect, useState } from 'react'
import {
  EmailChangeLink,
  type EmailChangeToken,
  emailChangeToken,
  Processing,
} from '~/session/email-change/email-change-link'
import { accountMeta } from '~/shared/pages/account-meta'
import { callbackText } from './callback.he'
import { CallbackScreen } from './callback-screen'

export const meta = accountMeta(callbackText.metaTitle)

/** Where mailed links lead. What a link is for is read once, before its token leaves the address. */
export default function Callback() {
  const [token, setToken] = useState<EmailChangeToken | null>()
  useEffect(() => setToken((known) => (known === undefined ? emailChangeToken(window.location.href) : known)), [])
  if (token === undefined) return <Processing />
  return token ? <EmailChangeLink token={token} /> : <CallbackScreen />
}
