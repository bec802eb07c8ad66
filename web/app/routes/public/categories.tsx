export default function Categories() {
  return <main>Categories</main>
}
