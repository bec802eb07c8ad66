import { LoginScreen } from '~/features/session/login-screen'
import { signInText } from '~/locales/he/sign-in'

export const meta = () => [{ title: signInText.metaTitle }]

export default function Login() {
  return <LoginScreen />
}
