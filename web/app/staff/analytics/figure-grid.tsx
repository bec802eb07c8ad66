import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { analyticsText } from './analytics.he'
import { SideScroll } from './side-scroll'

type FigurePartProps = {
  title: string
  lead?: string
  action?: ReactNode
  /** By which an address leads to it. */
  anchor?: string
  children: ReactNode
}

/** A part of a page of analytics under its heading. */
export function FigurePart({ title, lead, action, anchor, children }: FigurePartProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="min-w-0 scroll-mt-4 pt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-4 border-ink border-b">
        <h2 id={id} className="py-2 font-semibold text-lg">
          {title}
        </h2>
        {action}
      </div>
      {lead && <p className="max-w-[72ch] pt-2 text-ink-2 text-sm">{lead}</p>}
      {children}
    </section>
  )
}

/** What is not told stands back, so that the eye finds what is. */
const isHidden = (value: ReactNode): boolean => value === analyticsText.fewerThanTen || value === '–' || value === '0'

type FigureGridProps = {
  label: string
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

/** A table of figures; the first cell of a row names it. */
export function FigureGrid({ label, columns, rows }: FigureGridProps) {
  return (
    <SideScroll label={label}>
      <table aria-label={label} className="w-full text-sm">
        <thead className="text-ink-2">
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col" className="border-rule border-b py-2 pe-4 text-start font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [name, ...values] }) => (
            <tr key={id}>
              <th scope="row" className="min-w-32 border-rule border-b py-2 pe-4 text-start font-normal">
                {name}
              </th>
              {values.map((value, index) => (
                <td
                  key={columns[index + 1]}
                  className={clsx(
                    'whitespace-nowrap border-rule border-b py-2 pe-4 tabular-nums',
                    isHidden(value) && 'text-ink-2',
                  )}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  )
}
