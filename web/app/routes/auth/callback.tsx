import { CallbackScreen } from '~/features/session/callback-screen'
import { callbackText } from '~/locales/he/callback'

export const meta = () => [
  { title: callbackText.metaTitle },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

export default function Callback() {
  return <CallbackScreen />
}
