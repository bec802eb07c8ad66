import { Outlet } from 'react-router'
import { ProfileNav } from './profile-nav'

/** The pages of one's own account side by side (2.10). */
export default function ProfileArea() {
  return (
    <div className="mx-auto w-full max-w-[680px] px-5 pt-8 pb-12 md:px-8 md:pt-10">
      <ProfileNav />
      <Outlet />
    </div>
  )
}
