import type { AnalyticsOverview } from './analytics.calls'
import { analyticsText as text } from './analytics.he'
import { FigureGrid, FigurePart } from './figure-grid'
import { visitsByKind } from './figures.rules'

const COLUMNS = [text.columns.views, text.before]
const count = (value: number) => value.toLocaleString('he-IL')

/** Visits by kind of page, and page by page for whoever opens that. */
export function PagesPart({ pages }: { pages: AnalyticsOverview['pages'] }) {
  return (
    <FigurePart title={text.pages}>
      <FigureGrid
        label={text.pages}
        columns={[text.kind, ...COLUMNS]}
        rows={visitsByKind(pages).map(({ kind, views, before }) => ({
          id: kind,
          cells: [text.kinds[kind], count(views), count(before)],
        }))}
      />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2 text-xs underline underline-offset-4 hover:text-ink">
          {text.everyPage}
        </summary>
        <FigureGrid
          label={text.everyPage}
          columns={[text.page, ...COLUMNS]}
          rows={pages.map(({ pattern, views, before }) => ({
            id: pattern,
            cells: [
              <bdi key="path" dir="ltr">
                {pattern}
              </bdi>,
              count(views),
              count(before),
            ],
          }))}
        />
      </details>
    </FigurePart>
  )
}
