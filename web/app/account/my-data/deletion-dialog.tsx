import { type FormEvent, useState } from 'react'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { TextField } from '~/shared/ui/text-field'
import { deletionText as text } from './my-data.he'

type DeletionDialogProps = { onAsk: () => void; onCancel: () => void }

/** Asks once more: only who typed the word goes on. */
export function DeletionDialog({ onAsk, onCancel }: DeletionDialogProps) {
  const [word, setWord] = useState('')
  const agreed = word.trim() === text.word

  function submit(event: FormEvent) {
    event.preventDefault()
    if (agreed) onAsk()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.dialogTitle}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{text.dialogLead}</DialogDescription>
        <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
          <TextField
            label={text.wordLabel}
            autoComplete="off"
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="danger" disabled={!agreed}>
              {text.ask}
            </Button>
            <Button look="secondary" onClick={onCancel}>
              {text.cancel}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
