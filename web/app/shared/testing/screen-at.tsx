import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router'
import { vi } from 'vitest'

/** Shows a screen at its address; every other address is an empty page, so that only `router.state` tells where we are. */
export function screenAt(path: string, element: ReactNode, entry: InitialEntry = path) {
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: null },
    ],
    { initialEntries: [entry] },
  )
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...view, router, at: () => router.state.location.pathname + router.state.location.search }
}

/** Lets time pass under fake timers, with what it sets in motion. */
export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
