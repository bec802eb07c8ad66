import { Fragment } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { KeyCap } from './key-cap'
import { keysText as text } from './keys.he'
import { STAFF_KEYS } from './staff-keys.rules'

/** Every key of the staff area, by where it acts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-xl">{text.title}</DialogTitle>
        <DialogDescription className="pt-1 text-ink-2 text-sm">{text.lead}</DialogDescription>
        {Object.entries(STAFF_KEYS).map(([place, keys]) => (
          <section key={place} className="pt-5">
            <h3 className="border-ink border-b pb-1.5 text-sm">{text.places[place as keyof typeof text.places]}</h3>
            <dl>
              {keys.map((key) => (
                <div
                  key={key.does}
                  className="flex items-center justify-between gap-4 border-rule border-b py-2 text-sm"
                >
                  <dt>{text.does[key.does]}</dt>
                  <dd className="flex items-center gap-1.5 text-ink-2 text-xs">
                    {key.keys.map((name, index) => (
                      <Fragment key={name}>
                        {index > 0 && text.or} <KeyCap name={name} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogContent>
    </Dialog>
  )
}
