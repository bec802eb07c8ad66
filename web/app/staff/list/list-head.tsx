import type { ReactNode } from 'react'
import { type PluralForms, plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { listText as text } from './list.he'
import { ListDisplay } from './list-display'
import { ListFilter, type ListFilterWords } from './list-filter'
import { ListSearch } from './list-search'
import type { useListAddress } from './use-list-address'

type ListHeadProps = {
  words: { title: string; search: string; counted: PluralForms; columns: Readonly<Record<string, string>> }
  found: { total: number | null; more?: boolean } | undefined
  filters: Readonly<Record<string, ListFilterWords>>
  address: ListAddress
  show: ReturnType<typeof useListAddress>['show']
  /** Takes search and filters away; missing while there are none. */
  onClear: (() => void) | undefined
  actions: ReactNode
  views: ReactNode
  lead: ReactNode
}

/** What stands over the table of a list: title, count, actions, columns, views, search and filters. */
export function ListHead({ words, found, filters, address, show, onClear, actions, views, lead }: ListHeadProps) {
  const filter = (key: string, value: string | undefined) => {
    const { [key]: _, ...others } = address.filters
    show({ filters: value === undefined ? others : { ...others, [key]: value } })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-6 pb-3">
        <h1 className="text-2xl">{words.title}</h1>
        <p role="status" className="grow text-ink-2">
          {found?.total != null && counted(found.total, found.more ?? false, words.counted)}
        </p>
        {actions}
        <ListDisplay
          titles={words.columns}
          chosen={address.columns}
          onChoose={(columns) => show({ columns, place: address.place }, { replace: true })}
          dense={address.dense}
          onDense={(dense) => show({ dense, place: address.place }, { replace: true })}
        />
      </div>
      {lead}
      {views}
      <section aria-label={text.narrowing} className="flex flex-wrap items-center gap-2 pb-3">
        {words.search && (
          <ListSearch
            hint={words.search}
            value={address.search}
            onSearch={(search) => search !== address.search && show({ search }, { replace: true })}
          />
        )}
        {Object.entries(filters).map(([key, filterWords]) => (
          <ListFilter
            key={key}
            {...filterWords}
            value={address.filters[key]}
            onChange={(value) => filter(key, value)}
          />
        ))}
        {onClear && (
          <Button look="quiet" size="small" onClick={onClear}>
            {text.clear}
          </Button>
        )}
      </section>
    </>
  )
}

/** How many match; counting that stopped says so. */
const counted = (total: number, more: boolean, forms: PluralForms) =>
  more ? `${text.moreThan}${plural(total, forms)}` : plural(total, forms)
