import { useEffect, useRef } from 'react'
import { isFocusLost } from '~/shared/browser/near-focus'
import { Button, buttonClass } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { useActionOpen } from '~/staff/shared/use-requested-action'
import { listExportText as text } from './export.he'
import { type ListExport, useExport } from './use-export'

/** Takes along what a list shows as a file; while it is made, how far it is and the way to stop it. */
export function ExportButton<Row>(list: ListExport<Row>) {
  const { progress, start, stop } = useExport(list)
  const [open, setOpen] = useActionOpen('export')
  const isRunning = progress !== undefined
  const place = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    // The button that was pressed has gone for another one, which has the focus then.
    if (wasRunning.current !== isRunning && isFocusLost()) place.current?.querySelector('button')?.focus()
    wasRunning.current = isRunning
  }, [isRunning])
  if (progress) {
    const { done, total } = progress
    return (
      <div ref={place} className="flex items-center gap-3">
        <div className="w-36">
          <p role="status" className="text-ink-2 text-xs">
            {text.running} {total > 0 && text.progress(done.toLocaleString(), total.toLocaleString())}
          </p>
          <ProgressBar percent={(done / Math.max(1, total)) * 100} label={text.running} className="mt-1" />
        </div>
        <Button look="secondary" size="small" onClick={stop}>
          {text.stop}
        </Button>
      </div>
    )
  }
  return (
    <div ref={place}>
      <DropdownMenu open={open} onOpenChange={setOpen}>
        <DropdownMenuTrigger className={buttonClass('secondary', 'small')}>{text.start}</DropdownMenuTrigger>
        <DropdownMenuContent className="max-w-72 text-sm">
          <DropdownMenuItem onSelect={() => void start('xlsx')}>{text.xlsx}</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void start('csv')}>{text.csv}</DropdownMenuItem>
          <p className="px-3 py-2 text-ink-2 text-xs">{text.note}</p>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}
