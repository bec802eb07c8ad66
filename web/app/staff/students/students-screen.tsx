import { useQuery } from '@tanstack/react-query'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { ColumnChoice } from '~/staff/list/column-choice'
import { DataList } from '~/staff/list/data-list'
import { listText } from '~/staff/list/list.he'
import { ListFilter } from '~/staff/list/list-filter'
import { ListKeys } from '~/staff/list/list-keys'
import { ListPager } from '~/staff/list/list-pager'
import { ListSearch } from '~/staff/list/list-search'
import { useListAddress } from '~/staff/list/use-list-address'
import { STUDENT_COLUMNS } from './student-columns'
import { studentsQuery } from './students.calls'
import { countedStudents, studentsText as text } from './students.he'
import { STUDENT_LIST, studentsAsked } from './students.rules'

const { name, created_at, last_login_at } = text.columns
const SORTS = {
  name: { title: name, begins: 'asc' },
  created_at: { title: created_at, begins: 'desc' },
  last_login_at: { title: last_login_at, begins: 'desc' },
} as const
const FILTERS = {
  state: { ...text.filters.state, values: text.states },
  phone: text.filters.phone,
  mailing: text.filters.mailing,
  absent: text.filters.absent,
}

/** Students in a list: found, filtered and sorted, with addresses and phones masked ([2.12-05], [6-14]). */
export function StudentsScreen() {
  const { address, show } = useListAddress(STUDENT_LIST)
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(studentsQuery(studentsAsked(address)))
  const narrowed = address.search !== '' || Object.keys(address.filters).length > 0
  const filter = (key: string, value: string | undefined) => {
    const { [key]: _, ...others } = address.filters
    show({ filters: value === undefined ? others : { ...others, [key]: value } })
  }
  const clear = () => show({ search: '', filters: {} })
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-6 pb-4">
        <h1 className="text-2xl">{text.title}</h1>
        <p role="status" className="text-ink-2">
          {data?.total != null && plural(data.total, countedStudents)}
        </p>
        <ColumnChoice
          titles={text.columns}
          chosen={address.columns}
          onChoose={(columns) => show({ columns, place: address.place }, { replace: true })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <ListSearch
          hint={text.search}
          value={address.search}
          onSearch={(search) => search !== address.search && show({ search }, { replace: true })}
        />
        {Object.entries(FILTERS).map(([key, words]) => (
          <ListFilter key={key} {...words} value={address.filters[key]} onChange={(value) => filter(key, value)} />
        ))}
        {narrowed && (
          <Button look="quiet" size="small" onClick={clear}>
            {listText.clear}
          </Button>
        )}
      </div>
      {isPending && <Loading />}
      {isError && <Failed text={listText.failed} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && !isError && (
        <StateMessage
          title={narrowed || address.place ? listText.noneFound : text.empty}
          body={narrowed || address.place ? '' : text.emptyLead}
          className="py-10"
        >
          {narrowed && (
            <Button look="secondary" onClick={clear}>
              {listText.clear}
            </Button>
          )}
          {address.place && (
            <Button look="secondary" onClick={() => show({})}>
              {listText.first}
            </Button>
          )}
        </StateMessage>
      )}
      {data && data.rows.length > 0 && (
        <>
          <DataList
            label={text.title}
            rows={data.rows}
            columns={STUDENT_COLUMNS}
            rowId={({ id }) => id}
            sorts={SORTS}
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
