import { Outlet } from 'react-router'

export default function Courses() {
  return (
    <main>
      Courses
      <Outlet />
    </main>
  )
}
