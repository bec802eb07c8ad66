import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListAddress, type ListShape, readListAddress, writeListAddress } from '~/staff/shared/list-address.rules'

/** What the list shows, kept in the address, so that a link and the way back reproduce it. A change begins at the first page. */
export function useListAddress(shape: ListShape) {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readListAddress(params, shape), [params, shape])
  const show = (change: Partial<ListAddress>, options?: { replace?: boolean }) =>
    setParams(writeListAddress({ ...address, place: null, ...change }, shape), {
      preventScrollReset: true,
      ...options,
    })
  return { address, show }
}
