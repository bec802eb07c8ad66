import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '~/shared/browser/save-file'
import { toAppError } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { toast } from '~/shared/ui/toast'
import { type ExportColumn, wallClock } from './cells.rules'
import { countedExported, listExportText as text } from './export.he'
import type { ExportFormat } from './file-writer'
import { type ExportSource, runExport } from './run-export'

/** What a list gives to its export: the name of the sheet, of the file, its columns and where the rows come from. */
export type ListExport<Row> = {
  title: string
  fileName: string
  columns: readonly ExportColumn<Row>[]
  source: ExportSource<Row>
}

/** Runs one export at a time and keeps how far it is; leaving the page stops it. */
export function useExport<Row>({ title, fileName, columns, source }: ListExport<Row>) {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const start = async (format: ExportFormat) => {
    stopper.current = new AbortController()
    const { signal } = stopper.current
    setProgress({ done: 0, total: 0 })
    try {
      const { fileWriter } = await import('./file-writer')
      const writer = fileWriter(format, columns, title)
      const onProgress = (done: number, total: number) => setProgress({ done, total })
      const exported = await runExport({ source, format, writer, onProgress, signal })
      if (!exported) void toast.info(text.stopped)
      else {
        saveBlob(`${fileName}-${wallClock(new Date()).slice(0, 10)}.${format}`, exported.file)
        void toast.success(plural(exported.count, countedExported))
        if (exported.more) void toast.warning(text.cut)
      }
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    }
    setProgress(undefined)
  }
  return { progress, start, stop: () => stopper.current?.abort() }
}
