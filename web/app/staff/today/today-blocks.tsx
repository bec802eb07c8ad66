import type { StaffMember } from '~/staff/entry/staff.rules'
import { staffDenial } from '~/staff/entry/staff.rules'
import { mayCall } from '~/staff/entry/staff-calls.rules'
import { OutgoingNotice } from '~/staff/outgoing/outgoing-notice'
import { ActionsBlock } from './actions-block'
import { FiguresBlock } from './figures-block'
import { HealthBlock } from './health-block'
import { JobsBlock } from './jobs-block'
import { WaitingBlock } from './waiting-block'

/** The parts of the first page that this member may see, side by side; each asks one statement and fails alone. */
export function TodayBlocks({ role }: Pick<StaffMember, 'role'>) {
  const isMightiest = staffDenial(role, { roles: ['super_admin'] }) === null
  const seesHealth = mayCall(role, 'staff_health')
  return (
    <>
      {mayCall(role, 'read_outgoing_hold', 'list_outgoing', 'decide_outgoing') && <OutgoingNotice />}
      <div className="grid items-start gap-x-12 gap-y-10 pt-8 xl:grid-cols-2">
        <div className="grid min-w-0 gap-y-10 max-xl:contents">
          <WaitingBlock role={role} />
          <ActionsBlock ofTeam={isMightiest} />
          {seesHealth && (
            <div className="max-xl:order-last">
              <JobsBlock />
            </div>
          )}
        </div>
        <div className="grid min-w-0 gap-y-10 max-xl:contents">
          {mayCall(role, 'staff_figures') && <FiguresBlock />}
          {seesHealth && <HealthBlock />}
        </div>
      </div>
    </>
  )
}
