import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PluralForms, plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { ColumnChoice } from './column-choice'
import { DataList, type ListColumn, type ListSort } from './data-list'
import { listText as text } from './list.he'
import type { ListAddress, ListShape } from './list-address.rules'
import { ListEmpty } from './list-empty'
import { ListFilter, type ListFilterWords } from './list-filter'
import { ListKeys } from './list-keys'
import type { ListedRow, ListPage } from './list-page.rules'
import { ListPager } from './list-pager'
import { ListSearch } from './list-search'
import { useListAddress } from './use-list-address'

/** The words of one list. */
export type ListWords = {
  title: string
  /** What the search field finds. */
  search: string
  counted: PluralForms
  empty: string
  emptyLead: string
  /** Titles of the columns by their id, in their order. */
  columns: Readonly<Record<string, string>>
}

/** A page of a list; the number of all that match where the database counted. */
export type FoundPage<Row> = ListPage<Row> & { total: number | null }

type ListFrameProps<Row extends ListedRow, Key extends QueryKey> = {
  words: ListWords
  /** What the address of the list may say; kept outside of the component that draws it. */
  shape: ListShape
  /** What an address asks of the database. */
  query: (address: ListAddress) => UseQueryOptions<FoundPage<Row>, Error, FoundPage<Row>, Key>
  columns: ListColumn<Row>[]
  /** The columns that sort, by their id. */
  sorts: Readonly<Record<string, ListSort>>
  /** The filters by the names that the address gives them, in their order. */
  filters: Readonly<Record<string, ListFilterWords>>
  /** What else can be done from here, beside the title. */
  actions?: ReactNode
}

/**
 * The page of a list: its title with how many match, search, filters, chosen columns, the table with its keys, pages,
 * and what it says while it loads, after a failure and where nothing is found. A page gives words, columns, sorts,
 * filters and a query; everything that is chosen lies in the address.
 */
export function ListFrame<Row extends ListedRow, Key extends QueryKey>(props: ListFrameProps<Row, Key>) {
  const { words, shape, query, columns, sorts, filters, actions } = props
  const { address, show } = useListAddress(shape)
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(query(address))
  const narrowed = address.search !== '' || Object.keys(address.filters).length > 0
  const filter = (key: string, value: string | undefined) => {
    const { [key]: _, ...others } = address.filters
    show({ filters: value === undefined ? others : { ...others, [key]: value } })
  }
  const clear = () => show({ search: '', filters: {} })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-6 pb-4">
        <h1 className="text-2xl">{words.title}</h1>
        <p role="status" className="grow text-ink-2">
          {data?.total != null && plural(data.total, words.counted)}
        </p>
        {actions}
        <ColumnChoice
          titles={words.columns}
          chosen={address.columns}
          onChoose={(chosen) => show({ columns: chosen, place: address.place }, { replace: true })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <ListSearch
          hint={words.search}
          value={address.search}
          onSearch={(search) => search !== address.search && show({ search }, { replace: true })}
        />
        {Object.entries(filters).map(([key, filterWords]) => (
          <ListFilter
            key={key}
            {...filterWords}
            value={address.filters[key]}
            onChange={(value) => filter(key, value)}
          />
        ))}
        {narrowed && (
          <Button look="quiet" size="small" onClick={clear}>
            {text.clear}
          </Button>
        )}
      </div>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && !isError && (
        <ListEmpty
          words={words}
          onClear={narrowed ? clear : undefined}
          onFirst={address.place ? () => show({}) : undefined}
        />
      )}
      {data && data.rows.length > 0 && (
        <>
          <DataList
            label={words.title}
            rows={data.rows}
            columns={columns}
            rowId={({ id }) => id}
            sorts={sorts}
            address={address}
            onSort={(sort, direction) => show({ sort, direction })}
            busy={isPlaceholderData}
          />
          <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
            <ListKeys />
            <ListPager previous={data.previous} next={data.next} onGo={(place) => show({ place })} />
          </div>
        </>
      )}
    </>
  )
}
