import { PageCare } from '~/features/page-care/page-care'
import { SlowPage } from '~/features/page-care/slow-page'
import { PageViews } from '~/features/page-views/page-views'
import { SessionStart } from '~/features/session/session-start'

/** All that starts once the page stands: nobody waits for it but the place of the account in the header. */
export function AfterLoad() {
  return (
    <>
      <SessionStart />
      <PageCare />
      <SlowPage />
      <PageViews />
    </>
  )
}
