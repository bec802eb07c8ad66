export default function Callback() {
  return <main>Callback</main>
}
