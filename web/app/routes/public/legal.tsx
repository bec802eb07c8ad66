import { data, Link } from 'react-router'
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

/** One screen for all legal texts [2.1-17]; the address says which, and which version where somebody agreed to an older one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = new URL(request.url)
  const slug = SLUGS[path.replace(/\/$/, '')]
  const asked = searchParams.get('version')
  if (!slug || (asked !== null && !/^[1-9]\d{0,5}$/.test(asked))) throw data(null, { status: 404 })
  const { text, error } = await findLegalText(context.supabase, slug, asked === null ? undefined : Number(asked))
  if (!text && !error) throw data(null, { status: 404 })
  return data({ text, path, asked: asked !== null, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData?.text?.titleHe ?? legalText.failed
  return pageMeta({
    title,
    description: legalText.meta(title),
    path: loaderData?.path ?? paths.home,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    noIndex: loaderData?.asked ?? false,
  })
}

export default function Legal({ loaderData: { text, path, asked } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      {text ? (
        <article>
          <PageHeader title={text.titleHe}>
            <p className="mt-3 text-ink-3 text-sm">
              <time dateTime={text.effectiveAt}>{legalText.inForce(formatDay(text.effectiveAt), text.version)}</time>
              {asked && (
                <>
                  {' · '}
                  <Link to={path} className="text-link">
                    {legalText.newest}
                  </Link>
                </>
              )}
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
