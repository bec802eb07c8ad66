import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { staffText as text } from '~/staff/entry/staff.he'
import type { StaffDenial } from '~/staff/entry/staff.rules'

type StaffDeniedProps = {
  denial: StaffDenial
  /** Whether the page was open and stays below with what was typed. */
  lost?: boolean
}

/** Why a page stays closed to this member, with the way back ([2.12-24] to [2.12-26]). */
export function StaffDenied({ denial: { reason, name }, lost = false }: StaffDeniedProps) {
  const { title, lead } = text.denied[reason]
  return (
    <MessagePage title={title}>
      <p role="alert">
        {lead}{' '}
        <bdi dir="ltr" className="font-bold">
          {name}
        </bdi>
      </p>
      {lost && <p>{text.lostLead}</p>}
      <Link to={paths.admin} className={`${buttonClass('secondary')} justify-self-start`}>
        {text.back}
      </Link>
    </MessagePage>
  )
}
