import { Button, buttonClass } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { useActOpen } from '~/staff/shell/use-asked-act'
import { listExportText as text } from './export.he'
import { type ListExport, useExport } from './use-export'

/** Takes along what a list shows as a file; while it is made, how far it is and the way to stop it. */
export function ExportButton<Row>(list: ListExport<Row>) {
  const { progress, start, stop } = useExport(list)
  const [open, setOpen] = useActOpen('export')
  if (progress) {
    const { done, total } = progress
    return (
      <div className="flex items-center gap-3">
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
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger className={buttonClass('secondary', 'small')}>{text.start}</DropdownMenuTrigger>
      <DropdownMenuContent className="max-w-72 text-sm">
        <DropdownMenuItem onSelect={() => void start('xlsx')}>{text.xlsx}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void start('csv')}>{text.csv}</DropdownMenuItem>
        <p className="px-3 py-2 text-ink-2 text-xs">{text.note}</p>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
