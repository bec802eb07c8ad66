import { type ReactNode, Suspense } from 'react'
import type { Category } from '~/catalog/courses/catalog.rules'
import { lazyPart } from '~/shared/browser/lazy-part'
import { useSite } from '~/shared/pages/site-of'
import { common } from '~/shared/ui/common.he'
import { OfflineNotice } from './offline-notice'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

const CONTENT_ID = 'content'
/** Loaded where there is something to say. */
const SiteNotice = lazyPart(() => import('./site-notice').then((module) => module.SiteNotice))

type SiteFrameProps = {
  categories: Category[]
  year: number
  /** What asks for attention before the page itself, and is reached by Tab before it. */
  question?: ReactNode
  onPrivacyChoices: () => void
  children: ReactNode
}

/** Fixed header, content, footer [2.2-01]; the first Tab offers to skip the header. */
export function SiteFrame({ categories, year, question, onPrivacyChoices, children }: SiteFrameProps) {
  const hasNotice = useSite().notice !== null
  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        className="fixed start-4 top-3 z-50 -translate-y-24 rounded-control bg-ink px-5 py-2.5 font-semibold text-white focus:translate-y-0"
      >
        {common.skipToContent}
      </a>
      {question}
      <SiteHeader />
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="min-h-[calc(100dvh-72px)] pt-16 outline-none md:pt-[117px] lg:pt-18"
      >
        <Suspense>{hasNotice && <SiteNotice />}</Suspense>
        <Suspense>{children}</Suspense>
      </main>
      <SiteFooter categories={categories} year={year} onPrivacyChoices={onPrivacyChoices} />
      <OfflineNotice />
    </>
  )
}
