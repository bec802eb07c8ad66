import { useLocation } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { contentKindAt } from '~/staff/shared/content-kinds.rules'
import { useMember } from '~/staff/shared/use-member'
import type { Route } from './+types/content.route'
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
