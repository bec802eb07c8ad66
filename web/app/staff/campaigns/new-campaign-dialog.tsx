import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { createCampaign } from './campaigns.calls'
import { campaignsText as text } from './campaigns.he'

type NewCampaignDialogProps = { copyOf?: { id: string; name: string } | undefined; onClose: () => void }

/** Asks for a name and leads to the draft. */
export function NewCampaignDialog({ copyOf, onClose }: NewCampaignDialogProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [name, setName] = useState(copyOf ? text.copyName(copyOf.name) : '')
  const [problem, setProblem] = useState<string>()
  function isReady() {
    const fits = name.trim().length > 0 && name.trim().length <= 120
    setProblem(fits ? undefined : text.nameMissing)
    return fits
  }
  return (
    <ConfirmDialog
      title={copyOf ? text.copy : text.create}
      lead={text.createLead}
      confirm={text.createDone}
      cancel={text.cancel}
      look="primary"
      isReady={isReady}
      onConfirm={async () => {
        const { id } = await createCampaign(name.trim(), copyOf?.id)
        void client.invalidateQueries({ queryKey: ['staff', 'campaigns', 'list'] })
        await navigate(staffPaths.notification(id))
      }}
      onClose={onClose}
    >
      <TextField
        label={text.labels.name}
        value={name}
        error={problem}
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmDialog>
  )
}
