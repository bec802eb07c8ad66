import { Button } from '~/components/ui/button'
import { common } from '~/locales/he/common'
import { layoutText } from '~/locales/he/site-layout'

/** Stands in a menu whose courses did not come. */
export function MenuFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 py-8">
      <p>{layoutText.menuFailed}</p>
      <Button look="secondary" size="small" onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  )
}
