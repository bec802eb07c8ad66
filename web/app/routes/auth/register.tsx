export default function Register() {
  return <main>Register</main>
}
