import { accountMeta } from '~/shared/pages/account-meta'
import { mediaText } from './media.he'
import { MediaScreen } from './media-screen'

export const meta = accountMeta(mediaText.title)

export default function MediaPage() {
  return <MediaScreen />
}
