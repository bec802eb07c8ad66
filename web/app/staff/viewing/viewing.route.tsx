import { AppJoin } from '~/session/two-step/app-join'
import { Queries } from '~/shared/client/queries'
import { accountMeta } from '~/shared/pages/account-meta'
import { StaffGuard } from '~/staff/entry/staff-guard'
import { viewingText } from './viewing.he'
import { ViewingFrame } from './viewing-frame'

export const meta = accountMeta(viewingText.title)

export default function ViewingPage() {
  return (
    <StaffGuard appSetup={(onJoined, onCodes) => <AppJoin onJoined={onJoined} onCodes={onCodes} />}>
      {() => (
        <Queries>
          <ViewingFrame />
        </Queries>
      )}
    </StaffGuard>
  )
}
