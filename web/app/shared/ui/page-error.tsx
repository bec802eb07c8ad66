import { isRouteErrorResponse, Link, useRevalidator } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Button, buttonClass } from './button'
import { common } from './common.he'
import { pageErrorText } from './page-error.he'

/** A chart that breaks off. */
const BARS = [
  ...['h-[28px] bg-rule-2', 'h-[44px] bg-rule-2', 'h-[36px] bg-rule-2', 'h-[60px] bg-rule-2', 'h-[52px] bg-rule-2'],
  'h-[8px] bg-red',
]

/** The page that stands in for one that is not there (404), or did not come: for want of a connection, or by our fault. */
export function PageError({ error }: { error?: unknown }) {
  const { revalidate, state } = useRevalidator()
  const notFound = isRouteErrorResponse(error) && error.status === 404
  const offline = !notFound && typeof navigator === 'object' && navigator.onLine === false
  const text = pageErrorText[notFound ? 'notFound' : offline ? 'offline' : 'failed']
  return (
    <div className="wrap grid min-h-[60dvh] content-center justify-items-start py-18">
      <title>{text.title}</title>
      <p aria-hidden="true" className="flex items-end gap-1.5">
        {BARS.map((bar) => (
          <span key={bar} className={`w-5 rounded-sm ${bar}`} />
        ))}
        <span className="ms-4 font-semibold text-ink-3 text-xl leading-none">{text.code}</span>
      </p>
      <h1 className="mt-8 text-3xl md:text-4xl">{text.title}</h1>
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
  )
}
