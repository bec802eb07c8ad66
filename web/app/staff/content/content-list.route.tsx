import { useLocation } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { contentKindAt } from '~/staff/shared/content-kinds.rules'
import type { Route } from './+types/content-list.route'
import { contentListText } from './content-list.he'
import { ContentListScreen } from './content-list-screen'

export const meta: Route.MetaFunction = (args) =>
  accountMeta(contentListText.titles[contentKindAt(args.location.pathname)])(args)

/** The list of the kind that the address names. */
export default function ContentListPage({ params }: { params: { courseId?: string } }) {
  const kind = contentKindAt(useLocation().pathname)
  return <ContentListScreen key={`${kind} ${params.courseId}`} kind={kind} parent={params.courseId} />
}
