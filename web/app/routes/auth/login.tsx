export default function Login() {
  return <main>Login</main>
}
