import { data } from 'react-router'
import { findLegalText, type LegalSlug } from '~/api/legal'
import { PageHeader } from '~/components/page-header'
import { RetryMessage } from '~/components/retry-message'
import { RichText } from '~/components/rich-text'
import { paths } from '~/config/paths'
import { formatDay } from '~/domain/dates'
import { pageMeta } from '~/lib/meta'
import { legalText } from '~/locales/he/legal'
import type { Route } from './+types/legal'

const SLUGS: Record<string, LegalSlug> = {
  [paths.terms]: 'terms',
  [paths.privacy]: 'privacy',
  [paths.cookies]: 'cookies',
  [paths.accessibility]: 'accessibility',
}

/** One screen for all legal texts [2.1-17]; the address says which. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname
  const slug = SLUGS[path.replace(/\/$/, '')]
  if (!slug) throw data(null, { status: 404 })
  const { text, error } = await findLegalText(context.supabase, slug)
  if (!text && !error) throw data(null, { status: 404 })
  return data({ text, path, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData?.text?.titleHe ?? legalText.failed
  return pageMeta({
    title,
    description: legalText.meta(title),
    path: loaderData?.path ?? paths.home,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
  })
}

export default function Legal({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      {text ? (
        <article>
          <PageHeader title={text.titleHe}>
            <p className="mt-3 text-ink-3 text-sm">
              <time dateTime={text.effectiveAt}>{legalText.inForce(formatDay(text.effectiveAt), text.version)}</time>
            </p>
          </PageHeader>
          <RichText document={text.body} />
        </article>
      ) : (
        <div className="pt-14">
          <RetryMessage title={legalText.failed} />
        </div>
      )}
    </div>
  )
}
