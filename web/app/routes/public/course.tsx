export default function Course() {
  return <main>Course</main>
}
