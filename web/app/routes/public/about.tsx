import { Link } from 'react-router'
import { PageHeader } from '~/components/page-header'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { pageMeta } from '~/lib/meta'
import { aboutText as text } from '~/locales/he/about'
import { common } from '~/locales/he/common'
import type { Route } from './+types/about'

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
