export default function Start() {
  return <main>Start</main>
}
