import { useState } from 'react'
import { stripInvisible } from '~/shared/formats/invisible'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { safeAddress } from '~/site/rich-text/rich-text.rules'
import { editorText as text } from './editor.he'
import { SitePageList } from './site-page-list'

type LinkDialogProps = { address: string; onConfirm: (address: string | null) => void; onClose: () => void }

const KINDS = ['course', 'lesson', 'article', 'category'] as const
const looksLikeAddress = (typed: string) => /^(\/|#|[a-z]+:)/i.test(typed)

/** Asks where words lead to: an address, or a page of the site by its name; nothing takes the link away. */
export function LinkDialog({ address, onConfirm, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string>()
  const wanted = stripInvisible(typed).trim()
  return (
    <ConfirmDialog
      title={text.linkTitle}
      lead={text.linkLead}
      confirm={text.linkDone}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        const fits = wanted === '' || (safeAddress(wanted) !== null && !/[\s<>"\\]/.test(wanted))
        setProblem(fits ? undefined : text.linkWrong)
        return fits
      }}
      onConfirm={async () => onConfirm(wanted || null)}
      onClose={onClose}
    >
      <TextField
        label={text.linkAddress}
        autoFocus
        maxLength={2000}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      {!looksLikeAddress(wanted) && (
        <SitePageList
          typed={wanted}
          kinds={KINDS}
          onChosen={(page) => {
            setProblem(undefined)
            setTyped(page.address)
          }}
        />
      )}
    </ConfirmDialog>
  )
}
