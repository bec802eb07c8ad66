import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { paths } from '~/shared/config/paths'
import type { StaffMember } from '~/staff/entry/staff.rules'
import { useHelpKey } from '~/staff/keys/use-help-key'
import { PhoneNavigation } from './phone-navigation'
import { shellText as text } from './shell.he'
import { ShellNavigation } from './shell-navigation'
import { usePaletteKey } from './use-palette-key'
import { usePreservedFocus } from './use-preserved-focus'

const loadPalette = () => import('./palette').then((module) => module.Palette)
const Palette = lazyPart(loadPalette)
const KeysDialog = lazyPart(() => import('~/staff/keys/keys-dialog').then((module) => module.KeysDialog))

type DeskFrameProps = { member: StaffMember; children: ReactNode }

/** The desk: navigation at the side (behind a button on a phone), search above, the page beside them. */
export function ShellFrame({ member, children }: DeskFrameProps) {
  const [searching, setSearching] = useState(false)
  const [helping, setHelping] = useState(false)
  const page = useRef<HTMLElement>(null)
  usePreservedFocus(page)
  usePaletteKey(() => setSearching(true))
  useHelpKey(() => setHelping(true))
  // What is typed right after Ctrl+K must find the field there.
  useEffect(() => prefetchPart(loadPalette), [])
  return (
    <div className="grid min-h-dvh text-sm lg:grid-cols-[232px_minmax(0,1fr)]">
      <aside className="hidden border-rule border-e bg-desk lg:block">
        <div className="sticky top-0 h-dvh overflow-y-auto">
          <ShellNavigation member={member} />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="flex min-h-16 items-center gap-3 border-rule border-b px-4 md:px-7">
          <PhoneNavigation member={member} />
          <button
            type="button"
            onClick={() => setSearching(true)}
            className="flex min-h-11 min-w-0 max-w-[420px] grow items-center justify-between gap-3 rounded-control border border-field bg-card px-3 text-ink-2 hover:border-ink-2"
          >
            <span className="truncate">{text.palette}</span>
            <kbd dir="ltr" className="hidden shrink-0 rounded border border-rule-2 px-1.5 font-sans text-xs md:block">
              {text.paletteKey}
            </kbd>
          </button>
          <button
            type="button"
            aria-label={text.keys}
            onClick={() => setHelping(true)}
            className="ms-auto hidden size-11 place-items-center rounded-full text-ink-2 hover:bg-rule md:grid"
          >
            <kbd aria-hidden className="rounded border border-rule-2 bg-card px-1.5 font-sans text-xs">
              ?
            </kbd>
          </button>
          <Link to={paths.home} className="ms-auto inline-flex min-h-11 items-center px-2 font-semibold md:ms-0">
            {text.toSite}
          </Link>
        </header>
        <main ref={page} id="content" tabIndex={-1} className="px-4 pb-16 outline-none md:px-7">
          {children}
        </main>
      </div>
      {helping && (
        <Suspense>
          <KeysDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <Palette role={member.role} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  )
}
