/** What a page tells the layouts around it, by the `handle` of its route. */
export type PageHandle = {
  /** Begins to fetch what the page will need of a person, while the layout still asks who that is. */
  ahead: (userId: string, params: Readonly<Record<string, string | undefined>>) => void
  /** What one works with stands above the heading: a change of the page leads the focus to the content, and not past it. */
  startsAboveHeading?: boolean
}

/** The handle of a route, if it has one of ours. */
export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'ahead' in handle
