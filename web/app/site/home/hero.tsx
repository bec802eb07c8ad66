import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { useSite } from '~/shared/pages/site-of'
import { buttonClass } from '~/shared/ui/button'
import { Unbroken } from '~/shared/ui/unbroken'
import { GrowthChart } from './growth-chart'
import { homeText as text } from './home.he'

/** First view of the home page [2.3-01]: that it is free, the name, two ways in, and a figure that teaches. */
export function Hero({ hasQuizzes }: { hasQuizzes: boolean }) {
  return (
    <div className="wrap grid items-center gap-x-18 gap-y-12 pt-8 pb-14 md:pt-14 lg:grid-cols-[1.02fr_.98fr] lg:pt-18 lg:pb-24">
      <div>
        <p className="inline-flex rounded-full border border-transparent bg-green-wash px-4 py-0.5 font-semibold text-green-ink text-sm">
          {text.free}
        </p>
        <h1 className="mt-5 text-[clamp(2.6rem,5.6vw,4.235rem)]">{useSite().name}</h1>
        <p className="mt-4 max-w-[34em] text-ink-2 text-lg">
          <Unbroken>{text.lead(hasQuizzes)}</Unbroken>
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to={paths.dashboard} state={{ begins: true }} className={buttonClass('learn')}>
            {text.startLearning}
          </Link>
          <Link to={paths.courses} className={buttonClass('secondary')}>
            {text.allCourses}
          </Link>
        </p>
      </div>
      <GrowthChart />
    </div>
  )
}
