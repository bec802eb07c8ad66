export default function RecoverAccount() {
  return <main>RecoverAccount</main>
}
