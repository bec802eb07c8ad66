import { data, Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { pageMeta } from '~/shared/pages/meta'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { RichText } from '~/site/rich-text/rich-text'
import { AccessibilityContact } from '~/support/contact/contact-details'
import type { Route } from './+types/legal.route'
import { findLegalText, type LegalSlug } from './legal.calls'
import { legalText } from './legal.he'

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
          {path === paths.accessibility && (
            <dl className="mt-8 max-w-[72ch]">
              <AccessibilityContact />
            </dl>
          )}
        </article>
      ) : (
        <div className="pt-14">
          <RetryMessage title={legalText.failed} />
        </div>
      )}
    </div>
  )
}
