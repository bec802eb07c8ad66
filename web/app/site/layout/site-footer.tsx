import { Link } from 'react-router'
import type { Category } from '~/catalog/courses/catalog.rules'
import { paths } from '~/shared/config/paths'
import { useSite } from '~/shared/pages/site-of'
import { common } from '~/shared/ui/common.he'
import { Icon } from '~/shared/ui/icon'
import { LogoMark } from '~/shared/ui/logo'
import { layoutText as text } from './layout.he'
import { SocialLinks } from './social-links'

const QUICK_LINKS = [
  [text.courses, paths.courses],
  [text.news, paths.news],
  [text.about, paths.about],
  [text.contact, paths.contact],
] as const

const LEGAL_LINKS = [
  [text.privacy, paths.privacy],
  [text.terms, paths.terms],
  [text.cookies, paths.cookies],
  [text.accessibility, paths.accessibility],
] as const

const linkClass =
  'inline-flex min-h-8 items-center text-mist no-underline underline-offset-4 hover:text-white hover:underline'

type SiteFooterProps = { categories: Category[]; year: number; onPrivacyChoices: () => void }

/** Footer ([2.2-11] to [2.2-14]) with the line that all of it is for learning only [1-01]. */
export function SiteFooter({ categories, year, onPrivacyChoices }: SiteFooterProps) {
  const site = useSite()
  const featured = categories.filter(({ isFeatured }) => isFeatured)
  return (
    <footer className="on-ink mt-18 bg-ink text-mist">
      <div className="wrap grid gap-x-8 grid-cols-2 gap-y-10 py-12 text-sm lg:grid-cols-[1.5fr_1fr_1fr_1.1fr] lg:py-16">
        <div className="col-span-2 sm:col-span-1">
          <p className="flex items-center gap-2.5 font-bold font-serif text-white text-xl leading-none">
            <LogoMark className="text-white" />
            {site.name}
          </p>
          <p className="mt-4 mb-5 max-w-[34ch]">{text.mission}</p>
          <SocialLinks />
        </div>
        <FooterColumn title={text.quickLinks}>
          {QUICK_LINKS.map(([label, to]) => (
            <li key={to}>
              <Link to={to} className={linkClass}>
                {label}
              </Link>
            </li>
          ))}
        </FooterColumn>
        {featured.length > 0 && (
          <FooterColumn title={text.categories}>
            {featured.map(({ id, slug, nameHe }) => (
              <li key={id}>
                <Link to={paths.category(slug)} className={linkClass}>
                  {nameHe}
                </Link>
              </li>
            ))}
          </FooterColumn>
        )}
        <FooterColumn title={text.contactDetails}>
          <li>
            <a href={`mailto:${site.email}`} className={linkClass}>
              <Icon name="mail" className="me-2.5 text-mist-2" />
              <bdi dir="ltr">{site.email}</bdi>
            </a>
          </li>
          <li>
            <a href={`tel:${site.phone.replaceAll('-', '')}`} className={linkClass}>
              <Icon name="phone" className="me-2.5 text-mist-2" />
              <bdi dir="ltr">{site.phone}</bdi>
            </a>
          </li>
          <li className="flex min-h-8 items-center">
            <Icon name="pin" className="me-2.5 text-mist-2" />
            {site.address}
          </li>
        </FooterColumn>
      </div>
      <div className="wrap above-system text-mist-2 text-xs [--sheet-space:40px]">
        <p className="border-white/15 border-t pt-5">{common.disclaimer}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ul className="flex flex-wrap gap-x-5">
            {LEGAL_LINKS.map(([label, to]) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <button type="button" onClick={onPrivacyChoices} className={`needs-scripts ${linkClass}`}>
                {text.privacyChoices}
              </button>
            </li>
          </ul>
          <p>{text.copyright(year, site.name)}</p>
        </div>
      </div>
    </footer>
  )
}

function FooterColumn({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="mb-3 text-lg text-white">{title}</h2>
      <ul className="space-y-1">{children}</ul>
    </div>
  )
}
