import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { Loading } from '~/shared/ui/loading'
import { viewingQuery } from './viewing.calls'

/** Leads to the viewing that this session is in; shows the other thing when it is in none. */
export function ViewingOr({ otherwise }: { otherwise: ReactNode }) {
  const { data, isPending } = useQuery(viewingQuery)
  if (isPending) return <Loading />
  return data ? <Navigate to={staffPaths.viewing} replace /> : otherwise
}
