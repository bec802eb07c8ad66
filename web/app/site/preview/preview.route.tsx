import { Queries } from '~/shared/client/queries'
import { accountMeta } from '~/shared/pages/account-meta'
import { previewText } from './preview.he'
import { PreviewScreen } from './preview-screen'

export const meta = accountMeta(previewText.title)

/** A draft for whoever holds its link. The key stands behind the `#`, which no server, log or other page is told. */
export default function PreviewRoute() {
  return (
    <Queries>
      <PreviewScreen />
    </Queries>
  )
}
