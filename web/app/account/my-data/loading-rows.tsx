import { common } from '~/shared/ui/common.he'
import { Skeleton } from '~/shared/ui/skeleton'

/** Ruled lines of the list that is coming. */
export function LoadingRows({ count }: { count: number }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={index} className="grid gap-2 border-rule border-b py-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  )
}
