import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { Bill } from './bill'
import { homeText } from './home.he'

/** Closing call [2.3-04]: what it costs, what is there, and what happens next, as a small bill. */
export function Closing({ courseCount }: { courseCount: number }) {
  const { title, body, register } = homeText.closing
  return (
    <section aria-label={title} className="wrap">
      <div className="grid gap-x-18 gap-y-10 rounded-card border border-rule bg-card p-6 sm:p-10 lg:grid-cols-[1.15fr_.85fr] lg:p-16">
        <div>
          <h2 className="text-3xl lg:text-4xl">{title}</h2>
          <p className="mt-5 max-w-[44ch] text-ink-2 text-lg">{body}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <Link to={paths.register} className={buttonClass('learn')}>
              {register}
            </Link>
            <Link to={paths.courses} className={buttonClass('secondary')}>
              {homeText.allCourses}
            </Link>
          </p>
        </div>
        <Bill courseCount={courseCount} className="self-center" />
      </div>
    </section>
  )
}
