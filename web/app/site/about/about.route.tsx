import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import type { Route } from './+types/about.route'
import { aboutText as text } from './about.he'

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.siteUrl })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.about,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
  })

/** What the academy is, what it costs and what it is not [2.1-16]. */
export default function About() {
  return (
    <div className="wrap">
      <PageHeader title={text.title} intro={text.lead} />
      <dl className="border-ink border-t">
        {text.parts.map(({ title, body }) => (
          <div key={title} className="grid gap-x-8 gap-y-2 border-rule border-b py-7 md:grid-cols-[1fr_2.4fr]">
            <dt className="font-bold font-serif text-xl leading-tight">{title}</dt>
            <dd className="max-w-[62ch] text-ink-2">{body}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 flex flex-wrap gap-3">
        <Link to={paths.dashboard} className={buttonClass('learn')}>
          {text.start}
        </Link>
        <Link to={paths.courses} className={buttonClass('secondary')}>
          {common.allCourses}
        </Link>
      </p>
    </div>
  )
}
