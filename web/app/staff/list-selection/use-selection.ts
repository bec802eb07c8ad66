import { useRef, useState } from 'react'

/** Rows that are chosen, by their id, with the name that tells a person which one it is. */
export type Chosen = ReadonlyMap<string, string>

export type Selection = {
  chosen: Chosen
  /** Nothing can be chosen: the rows that are seen are not of this search. */
  locked: boolean
  /** Chooses a row or lets it go; `range` does the same with all between it and the row that was pressed before. */
  toggle: (id: string, range: boolean) => void
  /** Chooses two rows, on the way from one to the other. */
  extend: (from: string, to: string) => void
  /** Chooses all rows of the page, or lets them go when they are. */
  togglePage: () => void
  choose: (rows: Iterable<readonly [string, string]>) => void
  clear: () => void
}

/**
 * What is chosen in a list, kept while somebody pages and sorts. Another search or filter begins anew.
 * @param found what tells one search with its filters from another
 * @param seen the rows that are seen now, by id and name; undefined while they are still those of another search
 */
export function useSelection(found: string, seen: readonly (readonly [string, string])[] | undefined): Selection {
  const [kept, setKept] = useState<{ found: string; chosen: Chosen }>({ found, chosen: new Map() })
  const anchor = useRef<string>(undefined)
  const chosen = kept.found === found ? kept.chosen : NOTHING
  const page = seen ?? []
  const keep = (rows: Chosen) => setKept({ found, chosen: rows })
  const change = (rows: readonly (readonly [string, string])[], wanted: boolean) => {
    const next = new Map(chosen)
    for (const [id, name] of rows) wanted ? next.set(id, name) : next.delete(id)
    keep(next)
  }
  return {
    chosen,
    locked: !seen,
    toggle(id, range) {
      const at = (wanted: string | undefined) => page.findIndex(([other]) => other === wanted)
      const here = at(id)
      if (here < 0) return
      const before = range ? at(anchor.current) : -1
      const from = before < 0 ? here : before
      anchor.current = id
      change(page.slice(Math.min(here, from), Math.max(here, from) + 1), before >= 0 || !chosen.has(id))
    },
    extend: (from, to) =>
      change(
        page.filter(([id]) => id === from || id === to),
        true,
      ),
    togglePage: () => change(page, !page.every(([id]) => chosen.has(id))),
    choose: (rows) => keep(new Map(rows)),
    clear: () => keep(NOTHING),
  }
}

const NOTHING: Chosen = new Map()
