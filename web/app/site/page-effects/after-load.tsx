import { SessionStart } from '~/session/student/session-start'
import { PageViews } from '~/site/page-views/page-views'
import { PageEffects } from './page-effects'
import { SlowPage } from './slow-page'

/** All that starts once the page stands: nobody waits for it but the place of the account in the header. */
export function AfterLoad() {
  return (
    <>
      <SessionStart />
      <PageEffects />
      <SlowPage />
      <PageViews />
    </>
  )
}
