import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** Something to mend, as `npm run doctor` says it. */
export type FoundMistake = { code: string; what: string; mend: string }

export type OperationsOverview = {
  buckets: { name: string; files: number; bytes: number }[]
  /** The biggest ones. */
  tables: { name: string; bytes: number }[]
  sessions: { all: number; people: number; staff: number; openedToday: number }
  /** Null where no process examines itself, as on a project elsewhere, or not yet. */
  doctor: { at: string; mistakes: FoundMistake[] } | null
}

type OperationsRow = Omit<OperationsOverview, 'sessions'> & {
  sessions: { all: number; people: number; staff: number; opened_today: number }
}

/** What an operator sees beside health and jobs. */
export const operationsQuery = () =>
  queryOptions({
    queryKey: ['staff', 'operations'],
    queryFn: async (): Promise<OperationsOverview> => {
      const { sessions, ...row } = (await callFunction(
        'operations_overview',
        {},
        LIST_LOADING_TIMEOUT,
      )) as OperationsRow
      const { opened_today, ...counted } = sessions
      return { ...row, sessions: { ...counted, openedToday: opened_today } }
    },
  })
