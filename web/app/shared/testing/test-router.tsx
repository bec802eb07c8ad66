import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** For tests: the element at `/` inside a router, with whatever other addresses the test walks to. */
export function inRouter(element: ReactElement, others: Record<string, ReactElement> = {}): ReactElement {
  const routes = Object.entries({ '/': element, ...others }).map(([path, other]) => ({ path, element: other }))
  return <RouterProvider router={createMemoryRouter(routes)} />
}

/** Renders the element inside a router. */
export const renderInRouter = (...args: Parameters<typeof inRouter>) => render(inRouter(...args))
