import { useState } from 'react'
import { data, matchPath, Outlet, useLocation } from 'react-router'
import { listCategories } from '~/catalog/categories/categories.calls'
import { listInTime } from '~/shared/client/deadline'
import { PRIVACY_CHOICES, paths } from '~/shared/config/paths'
import { loadOnce } from '~/shared/pages/load-once'
import { PageError } from '~/shared/ui/page-error'
import { findArticleOnce } from '~/site/news/articles.calls'
import { PrivacyChoice } from '~/site/privacy-choice/privacy-choice'
import type { Route } from './+types/layout.route'
import { SiteFrame } from './site-frame'

/** The categories: the footer shows them at once [7-23], and the pages below share them; an article brings them along. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const slug = matchPath(`${paths.news}/:slug`, new URL(request.url).pathname)?.params.slug
  const beside = slug ? (await findArticleOnce(context, slug)).page?.categories : undefined
  const categories = beside ? { items: beside, error: null } : await listCategories(context.supabase)
  return data({ categories, year: new Date().getFullYear() }, { status: categories.error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, {
    categories: { items: [], error: 'Error fetching categories' },
    year: new Date().getFullYear(),
  })

export const shouldRevalidate = loadOnce

export default function PublicLayout({ loaderData: { categories, year } }: Route.ComponentProps) {
  return (
    <Frame categories={categories.items} year={year}>
      <Outlet />
    </Frame>
  )
}

/** A page that is not there or broke keeps the header and footer around it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame categories={loaderData?.categories.items ?? []} year={loaderData?.year ?? new Date().getFullYear()}>
      <PageError error={error} />
    </Frame>
  )
}

type FrameProps = Omit<React.ComponentProps<typeof SiteFrame>, 'onPrivacyChoices' | 'question'>

function Frame(props: FrameProps) {
  const { key, hash } = useLocation()
  const [answer, setAnswer] = useState<{ at: string; asked: boolean }>()
  const asked = answer?.at === key ? answer.asked : hash === PRIVACY_CHOICES
  return (
    <SiteFrame
      {...props}
      question={<PrivacyChoice asked={asked} onDone={() => setAnswer({ at: key, asked: false })} />}
      onPrivacyChoices={() => setAnswer({ at: key, asked: true })}
    />
  )
}
