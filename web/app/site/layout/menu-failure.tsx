import { Button } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { menusText } from './menus.he'

/** Stands in a menu whose courses did not come. */
export function MenuFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 py-8">
      <p>{menusText.menuFailed}</p>
      <Button look="secondary" size="small" onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  )
}
