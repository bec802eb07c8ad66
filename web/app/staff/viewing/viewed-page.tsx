import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useOutletContext } from 'react-router'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { refusalOf } from '~/staff/entry/refusal-messages'
import { viewingText as text } from './viewing.he'
import type { ViewingPageContext } from './viewing-frame'

type ViewedPageProps<Page, Key extends QueryKey> = {
  query: UseQueryOptions<Page, Error, Page, Key>
  back: (page: Page | undefined) => { to: string; title: string }
  children: (page: Page) => ReactNode
}

/** A page inside of a viewing: the way back, what was read, or why nothing was. */
export function ViewedPage<Page, Key extends QueryKey>({ query, back, children }: ViewedPageProps<Page, Key>) {
  const { onOver } = useOutletContext<ViewingPageContext>()
  const { data, error, isPending, refetch } = useQuery(query)
  const { code } = refusalOf(error)
  const missing = code.endsWith('_NOT_FOUND')
  // A viewing that ended meanwhile is said by the frame, in the place of everything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each refusal
  useEffect(() => {
    if (error && !missing) onOver()
  }, [error])
  const { to, title } = back(data)
  return (
    <>
      <Link to={to} className="text-link inline-flex min-h-11 items-center">
        {title}
      </Link>
      {isPending && <Loading />}
      {missing && <StateMessage title={text.missing} body={text.missingLead} className="py-10" />}
      {error && !missing && <Failed text={text.pageFailed} onRetry={() => void refetch()} />}
      {data && !error && children(data)}
    </>
  )
}
