import { Link } from 'react-router'
import { listCourses } from '~/catalog/courses/courses.calls'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Bill } from '~/site/home/bill'
import type { Route } from './+types/about.route'
import { aboutText as text } from './about.he'

export async function loader({ context }: Route.LoaderArgs) {
  const { total } = await listCourses(context.supabase, { limit: 1 })
  return { courseCount: total, siteUrl: context.siteUrl }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.about,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
  })

/** What the academy is, what it costs and what it is not [2.1-16]. */
export default function About({ loaderData: { courseCount } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <div className="grid items-end gap-x-18 gap-y-8 pt-10 pb-10 md:pt-14 lg:grid-cols-[1.5fr_1fr] lg:pb-14">
        <div>
          <h1 className="text-3xl md:text-4xl">{text.title}</h1>
          <p className="mt-4 max-w-[52ch] text-ink-2 text-lg lg:text-xl lg:leading-relaxed">{text.lead}</p>
        </div>
        <Bill courseCount={courseCount} />
      </div>
      <dl className="grid border-ink border-t md:grid-cols-2 md:gap-x-14">
        {text.parts.map(({ title, body }) => (
          <div key={title} className="border-rule border-b py-8">
            <dt className="font-bold font-serif text-xl leading-tight md:text-2xl">{title}</dt>
            <dd className="mt-3 max-w-[58ch] text-ink-2">{body}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 flex flex-wrap gap-3">
        <Link to={paths.dashboard} state={{ begins: true }} className={buttonClass('learn')}>
          {text.start}
        </Link>
        <Link to={paths.courses} className={buttonClass('secondary')}>
          {common.allCourses}
        </Link>
      </p>
    </div>
  )
}
