import { RegisterScreen } from '~/features/session/register-screen'
import { registerText } from '~/locales/he/sign-in'

export const meta = () => [{ title: registerText.metaTitle }]

export default function Register() {
  return <RegisterScreen />
}
