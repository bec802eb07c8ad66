import { data, Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/facts.route'
import { CorrectionLog } from './correction-log'
import { FactRow } from './fact-row'
import { listFacts } from './facts.calls'
import { factsText as text } from './facts.he'
import { allCorrections, byType, isLinkTarget } from './facts.rules'

/** Every published figure with its source, and what was corrected. */
export async function loader({ context }: Route.LoaderArgs) {
  const facts = await listFacts(context.supabase)
  return data({ facts, siteUrl: context.siteUrl }, { status: facts ? 200 : 503 })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.facts,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
  })

export default function Facts({ loaderData: { facts } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHeader title={text.title} intro={text.intro} />
      {facts === null ? (
        <RetryMessage title={text.failed} />
      ) : facts.length === 0 ? (
        <StateMessage title={text.empty} body={text.emptyBody}>
          <Link to={paths.news} className={buttonClass('secondary')}>
            {text.toNews}
          </Link>
        </StateMessage>
      ) : (
        <>
          {byType(facts).map(({ type, facts: of }) => (
            <section key={type} aria-labelledby={`type-${type}`} className="mb-12">
              <h2 id={`type-${type}`} className="border-ink border-b pb-2 text-xl md:text-2xl">
                {text.types[type]}
              </h2>
              <ul>
                {of.map((fact) => (
                  <FactRow key={fact.id} fact={fact} anchor={isLinkTarget(fact, facts) ? fact.slug : undefined} />
                ))}
              </ul>
            </section>
          ))}
          <CorrectionLog corrections={allCorrections(facts)} />
          <p className="mt-10 text-ink-2 text-sm">{text.disclaimer}</p>
        </>
      )}
    </div>
  )
}
