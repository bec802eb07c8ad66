import { Outlet } from 'react-router'
import { EntryFrame } from '~/staff/entry/entry-frame'

/** Sign-in, callback and invitation of the staff. */
export default function StaffLayout() {
  return (
    <EntryFrame>
      <Outlet />
    </EntryFrame>
  )
}
