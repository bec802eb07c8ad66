import { accountMeta } from '~/shared/pages/account-meta'
import { useMay } from '~/staff/shared/use-may'
import { mediaText } from './media.he'
import { MediaScreen } from './media-screen'

export const meta = accountMeta(mediaText.title)

export default function MediaPage() {
  return <MediaScreen ofLessons={useMay('set_media_poster')} />
}
