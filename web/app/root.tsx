import frankRuhl from '@fontsource/frank-ruhl-libre/files/frank-ruhl-libre-hebrew-700-normal.woff2?url'
import assistantHebrew from '@fontsource-variable/assistant/files/assistant-hebrew-wght-normal.woff2?url'
import assistantLatin from '@fontsource-variable/assistant/files/assistant-latin-wght-normal.woff2?url'
import { Direction } from 'radix-ui'
import { type ReactNode, Suspense, useContext } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import appStyles from './app.css?url'
import { PhoneGate } from './session/phone-gate/phone-gate'
import { lazyPart } from './shared/browser/lazy-part'
import { oldBrowser } from './shared/config/browsers.he'
import { paths } from './shared/config/paths'
import { PageError } from './shared/ui/page-error'
import { ToasterPlace } from './shared/ui/toaster-place'
import { EarlyInput, PageHydrated } from './site/early-input/early-input'
import { ScriptMark } from './site/early-input/script-mark'

const GatePage = lazyPart(() => import('./account/agreement/gate-page').then((module) => module.GatePage))
const AfterLoad = lazyPart(() => import('./site/page-effects/after-load').then((module) => module.AfterLoad))

/** The three fonts of every page, asked for before the style sheet names them. */
export const links: Route.LinksFunction = () => [
  ...[frankRuhl, assistantHebrew, assistantLatin].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
  { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: paths.manifest },
]

/** Config of the page and what the settings say of the academy; the same for everyone, so a rendered page can be kept. */
export async function loader({ context }: Route.LoaderArgs) {
  const { publicConfig, siteUrl } = context
  return { publicConfig, siteUrl, site: await context.site(), madeAt: Date.now() }
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const mark = useContext(ScriptMark)
  const config = useRouteLoaderData<typeof loader>('root')?.publicConfig
  return (
    <html lang="he" dir="rtl" data-supabase-url={config?.supabaseUrl} data-anon-key={config?.anonKey}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf7f1" />
        {/* With a precedence it is asked for before the scripts, which would keep the first picture waiting. */}
        <link rel="stylesheet" href={appStyles} precedence="page" />
        <Meta />
        <Links />
      </head>
      <body>
        {/* Only for browsers that app.css does not find able; written by the server, since their scripts may not run. */}
        <p
          className="old-browser"
          data-nosnippet
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, which browsers need not load again
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? oldBrowser : '' }}
        />
        {children}
        <ScrollRestoration nonce={mark} />
        <Scripts nonce={mark} />
        <EarlyInput />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Direction.DirectionProvider dir="rtl">
      <Suspense>
        <AfterLoad />
      </Suspense>
      <PhoneGate card={GatePage}>
        <Outlet />
      </PhoneGate>
      <ToasterPlace />
      <PageHydrated />
    </Direction.DirectionProvider>
  )
}

/** Only for what the layout of the site could not catch itself. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <PageError error={error} />
    </main>
  )
}
