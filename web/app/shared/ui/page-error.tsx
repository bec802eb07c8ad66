import { isRouteErrorResponse, Link, useRevalidator } from 'react-router'
import { paths } from '~/shared/config/paths'
import { useSite } from '~/shared/pages/site-of'
import { Button, buttonClass } from './button'
import { common } from './common.he'
import { pageErrorText } from './page-error.he'

/** The page that stands in for one that is not there (404), or did not come: for want of a connection, or by our fault. */
export function PageError({ error }: { error?: unknown }) {
  const { revalidate, state } = useRevalidator()
  const site = useSite()
  const notFound = isRouteErrorResponse(error) && error.status === 404
  const offline = !notFound && typeof navigator === 'object' && navigator.onLine === false
  const text = pageErrorText[notFound ? 'notFound' : offline ? 'offline' : 'failed']
  return (
    <div className="wrap grid min-h-[60dvh] content-center items-center gap-x-18 gap-y-10 py-18 lg:grid-cols-2">
      <title>{`${text.title} · ${site.name}`}</title>
      {/* A chart that breaks off. */}
      <svg
        viewBox="0 0 200 100"
        aria-hidden="true"
        fill="none"
        strokeWidth="20"
        className="w-40 lg:order-last lg:w-full"
      >
        <path d="M180 98V62M147 98V42M114 98V54M81 98V22M48 98V34" className="stroke-rule-2" />
        <path d="M15 98V90" className="stroke-red" />
        <path d="M0 99H200" strokeWidth="1" className="stroke-ink" />
      </svg>
      <div>
        {text.code && <p className="mb-2 font-semibold text-ink-3 text-xl leading-none">{text.code}</p>}
        <h1 className="text-3xl md:text-4xl">{text.title}</h1>
        <p className="mt-4 max-w-[48ch] text-ink-2 text-lg">{text.body}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          {!notFound && (
            <Button busy={state === 'loading'} onClick={() => void revalidate()}>
              {common.retry}
            </Button>
          )}
          <Link to={paths.courses} className={buttonClass(notFound ? 'primary' : 'secondary')}>
            {common.allCourses}
          </Link>
          <Link to={paths.home} className={buttonClass('secondary')}>
            {common.home}
          </Link>
        </p>
      </div>
    </div>
  )
}
