import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { pasteText as text } from './paste.he'
import type { NotPasted } from './read-paste'

type PasteNoticeProps = { notPasted: NotPasted | undefined; onClose: () => void }

/** Says what of the last paste does not stand in the text, with the names of the pictures. */
export function PasteNotice({ notPasted, onClose }: PasteNoticeProps) {
  const counts = notPasted && { ...notPasted, pictures: notPasted.pictures.length }
  const kinds = (Object.keys(text.missing) as (keyof typeof text.missing)[]).filter((kind) => counts?.[kind])
  const names = notPasted?.pictures.filter(Boolean) ?? []
  return (
    <div role="status">
      {counts && kinds.length > 0 && (
        <div className="flex flex-wrap items-start justify-between gap-3 border-rule border-t bg-saffron-wash px-4 py-3 text-sm">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{text.title}</p>
            <ul className="mt-1 list-disc ps-5">
              {kinds.map((kind) => (
                <li key={kind}>
                  {plural(counts[kind], text.missing[kind])}
                  {kind === 'pictures' && names.length > 0 && (
                    <>
                      {': '}
                      <Bidi>{names.join(', ')}</Bidi>
                    </>
                  )}
                </li>
              ))}
            </ul>
            {counts.pictures > 0 && <p className="mt-1 text-ink-2">{text.hint}</p>}
          </div>
          <Button look="quiet" onClick={onClose}>
            {text.close}
          </Button>
        </div>
      )}
    </div>
  )
}
