import '@fontsource-variable/assistant/wght.css'
import '@fontsource/frank-ruhl-libre/hebrew-700.css'
import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { PhoneGate } from './features/session/phone-gate'
import { SessionStart } from './features/session/session-start'
import { createQueryClient } from './lib/query-client'

/** Config of the page; the same for everyone, so a rendered page can be kept. */
export function loader({ context }: Route.LoaderArgs) {
  return { publicConfig: context.publicConfig, siteUrl: context.siteUrl }
}

export function Layout({ children }: { children: ReactNode }) {
  const config = useRouteLoaderData<typeof loader>('root')?.publicConfig
  return (
    <html lang="he" dir="rtl" data-supabase-url={config?.supabaseUrl} data-anon-key={config?.anonKey}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <SessionStart />
      <PhoneGate>
        <Outlet />
      </PhoneGate>
    </QueryClientProvider>
  )
}
