import { Outlet } from 'react-router'
import { DoorFrame } from '~/staff/entry/door-frame'

/** Sign-in, callback and invitation of the staff. */
export default function StaffLayout() {
  return (
    <DoorFrame>
      <Outlet />
    </DoorFrame>
  )
}
