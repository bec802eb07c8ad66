import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { orderText as text } from './order.he'

type PlaceDialogProps = { title: string; onPlace: (place: number) => Promise<void>; onClose: () => void }

/** Asks for the place of a record among the others, counted from one. */
export function PlaceDialog({ title, onPlace, onClose }: PlaceDialogProps) {
  const [place, setPlace] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      title={text.placeTitle(title)}
      lead={text.placeLead}
      confirm={text.move}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        const isPlace = /^[1-9]\d{0,4}$/.test(place.trim())
        setProblem(isPlace ? undefined : text.placeProblem)
        return isPlace
      }}
      onConfirm={() => onPlace(Number(place))}
      onClose={onClose}
    >
      <TextField
        label={text.place}
        value={place}
        error={problem}
        inputMode="numeric"
        dir="ltr"
        autoFocus
        className="max-w-[160px]"
        onChange={({ target }) => setPlace(target.value)}
      />
    </ConfirmDialog>
  )
}
