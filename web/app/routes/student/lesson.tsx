export default function Lesson() {
  return <main>Lesson</main>
}
