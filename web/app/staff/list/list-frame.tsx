import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PluralForms } from '~/shared/formats/plural'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { type ListChoice, ListChoiceBar } from '~/staff/list-selection/list-choice-bar'
import { useSelection } from '~/staff/list-selection/use-selection'
import { SavedViews } from '~/staff/saved-views/saved-views'
import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import { DataList, type ListColumn } from './data-list'
import { listText as text } from './list.he'
import { ListEmpty } from './list-empty'
import type { ListFilterWords } from './list-filter'
import { ListHead } from './list-head'
import { ListKeys } from './list-keys'
import type { ListedRow, ListPage } from './list-page.rules'
import { ListPager } from './list-pager'
import type { ListSort } from './sort-button'
import { useListAddress } from './use-list-address'

/** The words of one list. */
export type ListWords = {
  title: string
  /** What the search field finds; empty for a list that is not searched. */
  search: string
  counted: PluralForms
  empty: string
  emptyLead: string
  /** Titles of the columns by their id, in their order. */
  columns: Readonly<Record<string, string>>
}

/** A page of a list; the number of all that match where the database counted, and whether it stopped there. */
export type FoundPage<Row> = ListPage<Row> & { total: number | null; more?: boolean }

type ListFrameProps<Row extends ListedRow, Key extends QueryKey> = {
  words: ListWords
  /** What the address of the list may say; kept outside of the component that draws it. */
  shape: ListShape
  /** What an address asks of the database. */
  query: (address: ListAddress) => UseQueryOptions<FoundPage<Row>, Error, FoundPage<Row>, Key>
  /** The same at every render. */
  columns: ListColumn<Row>[]
  /** The columns that sort, by their id. */
  sorts: Readonly<Record<string, ListSort>>
  /** The filters by the names that the address gives them, in their order. */
  filters: Readonly<Record<string, ListFilterWords>>
  /** What else can be done from here, beside the title, with what the list shows. */
  actions?: (address: ListAddress) => ReactNode
  /** The name under which the person's views of this list are saved; missing for a list without views. */
  views?: string
  /** What stands between the title and the filters. */
  lead?: ReactNode
  /** Whether a row leads to a page of its own; true unless told. */
  opens?: boolean
  /** Makes the rows choosable. */
  choice?: ListChoice<Row> | undefined
}

/**
 * The page of a list: its title with how many match, saved views, search, filters, chosen columns, the table with its
 * keys, what is chosen in it, pages, and what it says while it loads, after a failure and where nothing is found. A page
 * gives words, columns, sorts, filters and a query; everything that is shown lies in the address.
 */
export function ListFrame<Row extends ListedRow, Key extends QueryKey>(props: ListFrameProps<Row, Key>) {
  const { words, shape, query, columns, sorts, filters, actions, views, lead, opens = true, choice } = props
  const { address, show } = useListAddress(shape)
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(query(address))
  const narrowed = address.search !== '' || Object.keys(address.filters).length > 0
  const clear = () => show({ search: '', filters: {} })
  const rows = data?.rows ?? []
  const asked = JSON.stringify([address.search, address.filters])
  // What the rows answer, which the rows of the page before do as well.
  const [answered, setAnswered] = useState(asked)
  if (data && !isPlaceholderData && answered !== asked) setAnswered(asked)
  const seen = choice && answered === asked ? rows.map((row) => [row.id, choice.nameOf(row)] as const) : undefined
  const selection = useSelection(asked, seen)
  return (
    <>
      <ListHead
        words={words}
        found={data}
        filters={filters}
        address={address}
        show={show}
        onClear={narrowed ? clear : undefined}
        actions={actions?.(address)}
        views={views && <SavedViews page={views} shape={shape} address={address} />}
        lead={lead}
      />
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && !isError && (
        <ListEmpty
          words={words}
          onClear={narrowed ? clear : undefined}
          onFirst={address.place ? () => show({}) : undefined}
        />
      )}
      {rows.length > 0 && (
        <DataList
          label={words.title}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          sorts={sorts}
          address={address}
          onSort={(sort, direction) => show({ sort, direction })}
          busy={isPlaceholderData}
          selection={choice && { ...selection, nameOf: choice.nameOf }}
        />
      )}
      {choice && <ListChoiceBar choice={choice} selection={selection} address={address} found={data} />}
      {data && rows.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
          <ListKeys searching={words.search !== ''} opening={opens} choosing={choice !== undefined} />
          <ListPager previous={data.previous} next={data.next} onGo={(place) => show({ place })} />
        </div>
      )}
    </>
  )
}
