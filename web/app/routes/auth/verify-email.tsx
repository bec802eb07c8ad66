export default function VerifyEmail() {
  return <main>VerifyEmail</main>
}
