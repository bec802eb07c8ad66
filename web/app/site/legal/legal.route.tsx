import { data, Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatDay, formatMoment } from '~/shared/formats/dates'
import { pageMeta } from '~/shared/pages/meta'
import { Alert } from '~/shared/ui/alert'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { ReadingPage } from '~/site/rich-text/reading-page'
import { AccessibilityContact } from '~/support/contact/contact-details'
import type { Route } from './+types/legal.route'
import { AccessibilityState } from './accessibility-state'
import { findAccessibilityState } from './accessibility-state.calls'
import { findLegalText, type LegalSlug, type ListedVersion } from './legal.calls'
import { legalText } from './legal.he'

const SLUGS: Record<string, LegalSlug> = {
  [paths.terms]: 'terms',
  [paths.privacy]: 'privacy',
  [paths.cookies]: 'cookies',
  [paths.accessibility]: 'accessibility',
}

const slugOf = (path: string): LegalSlug | undefined => SLUGS[path.replace(/\/$/, '')]

/** One screen for all legal texts [2.1-17]; the address says which, and which version where somebody agreed to an older one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = new URL(request.url)
  const slug = slugOf(path)
  const asked = searchParams.get('version')
  if (!slug || (asked !== null && !/^[1-9]\d{0,5}$/.test(asked))) throw data(null, { status: 404 })
  const [{ text, error }, state] = await Promise.all([
    findLegalText(context.supabase, slug, asked === null ? undefined : Number(asked)),
    slug === 'accessibility' ? findAccessibilityState(context.supabase) : null,
  ])
  if (!text && !error) throw data(null, { status: 404 })
  const now = Date.now()
  return data(
    { text, state, path, now, asked: asked !== null, siteUrl: context.siteUrl },
    { status: error ? 503 : 200 },
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const title = loaderData?.text?.titleHe ?? legalText.failed
  const slug = slugOf(loaderData?.path ?? '')
  return pageMeta({
    title,
    description: slug ? legalText.about[slug] : legalText.failed,
    path: loaderData?.path ?? paths.home,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
    noIndex: loaderData?.asked || loaderData?.text?.isDraft || false,
  })
}

export default function Legal({ loaderData: { text, state, path, asked, now } }: Route.ComponentProps) {
  const slug = slugOf(path)
  const isAhead = (iso: string | null) => iso !== null && Date.parse(iso) > now
  const coming = asked ? undefined : text?.versions.find(({ effectiveAt }) => isAhead(effectiveAt))
  return (
    <div className="wrap">
      {text ? (
        <article>
          <PageHeader title={text.titleHe} intro={slug && legalText.about[slug]}>
            {text.isDraft && (
              <Alert tone="attention" className="mt-5 max-w-[58ch]">
                {legalText.draft}
              </Alert>
            )}
            {coming?.effectiveAt && (
              <Alert tone="info" className="mt-5 max-w-[58ch]">
                {legalText.coming(formatMoment(coming.effectiveAt))} {coming.summary}{' '}
                <Link to={`${path}?version=${coming.version}`} className="text-link">
                  {legalText.readComing}
                </Link>
              </Alert>
            )}
          </PageHeader>
          <ReadingPage
            document={text.body}
            aside={
              <>
                {text.effectiveAt && (
                  <p>
                    <time dateTime={text.effectiveAt}>
                      {isAhead(text.effectiveAt)
                        ? legalText.notYet(formatMoment(text.effectiveAt), text.version)
                        : legalText.inForce(formatDay(text.effectiveAt), text.version)}
                    </time>
                  </p>
                )}
                {asked && (
                  <p className="mt-2">
                    <Link to={path} className="text-link inline-block py-1">
                      {legalText.newest}
                    </Link>
                  </p>
                )}
                {text.versions.length > 1 && <Versions path={path} versions={text.versions} />}
                {state && <AccessibilityState state={state} />}
                <p className="mt-5">{legalText.question}</p>
                <p>
                  <Link to={paths.contact} className="text-link inline-block py-1">
                    {legalText.ask}
                  </Link>
                </p>
                {slug === 'accessibility' && (
                  <dl className="mt-5 border-rule border-t">
                    <AccessibilityContact />
                  </dl>
                )}
              </>
            }
          />
        </article>
      ) : (
        <div className="pt-14">
          <RetryMessage title={legalText.failed} />
        </div>
      )}
    </div>
  )
}

/** What the text said before, from when on, and what changed each time. */
function Versions({ path, versions }: { path: string; versions: ListedVersion[] }) {
  return (
    <details className="mt-5 border-rule border-y">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold marker:text-ink-3">{legalText.versions}</summary>
      <ol className="grid gap-3 pb-4">
        {versions.map(({ version, effectiveAt, summary }) => (
          <li key={version}>
            <Link to={`${path}?version=${version}`} className="text-link inline-block py-1">
              {legalText.version(version, effectiveAt && formatDay(effectiveAt))}
            </Link>
            {summary && <p className="[overflow-wrap:anywhere]">{summary}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}
