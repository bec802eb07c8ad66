import { Link } from 'react-router'
import { useSiteCategories } from '~/catalog/categories/use-site-categories'
import { paths } from '~/shared/config/paths'
import { layoutText as text } from './layout.he'
import { menusText } from './menus.he'

const LINKS = [
  [text.login, paths.login],
  [text.register, paths.register],
  [text.courses, paths.courses],
  [text.news, paths.news],
  [text.about, paths.about],
  [text.contact, paths.contact],
] as const

/** What the menus hold, for a browser that runs no scripts: it opens and closes this by itself. Server only. */
export function PlainMenu() {
  const { items } = useSiteCategories()
  return (
    <details className="group/menu">
      <summary className="flex min-h-11 items-center rounded-control border border-rule-2 px-4 font-semibold">
        {menusText.menu}
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[80dvh] overflow-y-auto border-rule border-b bg-card shadow-float">
        <div className="wrap grid gap-x-10 gap-y-6 py-6 sm:grid-cols-2">
          <ul aria-label={text.quickLinks}>
            {LINKS.map(([label, to]) => (
              <Entry key={to} label={label} to={to} />
            ))}
          </ul>
          <ul aria-label={text.categories}>
            {items.map(({ id, slug, nameHe }) => (
              <Entry key={id} label={nameHe} to={paths.category(slug)} />
            ))}
          </ul>
        </div>
      </div>
    </details>
  )
}

function Entry({ label, to }: { label: string; to: string }) {
  return (
    <li className="border-rule border-b">
      <Link to={to} className="flex min-h-11 items-center font-semibold no-underline hover:underline">
        {label}
      </Link>
    </li>
  )
}
