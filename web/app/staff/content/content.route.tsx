import { useLocation } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { useMember } from '~/staff/shell/use-member'
import type { Route } from './+types/content.route'
import { contentKindAt } from './content.rules'
import { contentListText } from './content-list.he'
import { ContentScreen } from './content-screen'

export const meta: Route.MetaFunction = (args) =>
  accountMeta(contentListText.titles[contentKindAt(args.location.pathname)])(args)

/** The record that the address names. */
export default function ContentPage({ params }: { params: { id?: string; courseId?: string } }) {
  const kind = contentKindAt(useLocation().pathname)
  const { id: memberId } = useMember()
  const { id = '', courseId: parent } = params
  return <ContentScreen key={`${kind} ${id}`} {...{ kind, id, parent, memberId }} />
}
