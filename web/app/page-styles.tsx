import address from './app.css?url'

/** The style sheet itself, where pages are rendered; the browser finds it in the page. */
const text = import.meta.env.SSR ? (await import('./app.css?inline')).default : ''

/**
 * The styles of every page, inside the page: the first picture waits for no second request. While developing they are
 * a file, so that a change of them shows at once.
 */
export function PageStyles() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={address} precedence="page" />
  return (
    <style href="page" precedence="page">
      {text}
    </style>
  )
}
