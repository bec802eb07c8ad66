import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { suppressAddress } from './suppressions.calls'
import { suppressionsText as text } from './suppressions.he'

type Problems = { address?: string | undefined; why?: string | undefined }

/** Puts an address on the list by hand, with the reason. */
export function AddressDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [why, setWhy] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  function isReady() {
    const found: Problems = {
      address: /^\s*[^@\s]+@[^@\s]+\.[^@\s]+\s*$/.test(address) ? undefined : text.addressMissing,
      why: why.trim().length >= 3 ? undefined : text.whyMissing,
    }
    setProblems(found)
    return !found.address && !found.why
  }
  return (
    <ConfirmDialog
      title={text.addTitle}
      lead={text.addLead}
      confirm={text.add}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={async () => {
        const isNew = await suppressAddress(address.trim(), why.trim())
        void (isNew ? toast.success(text.added) : toast.info(text.known))
        await client.invalidateQueries({ queryKey: ['staff', 'suppressions'] })
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          type="email"
          dir="ltr"
          label={text.address}
          error={problems.address}
          value={address}
          maxLength={320}
          autoFocus
          onChange={({ target }) => setAddress(target.value)}
        />
        <TextField
          label={text.why}
          hint={text.whyHint}
          error={problems.why}
          value={why}
          maxLength={500}
          onChange={({ target }) => setWhy(target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
