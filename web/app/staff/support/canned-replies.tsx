import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { toast } from '~/shared/ui/toast'
import { cannedText as text } from './canned.he'
import { CannedDialog } from './canned-dialog'
import { deleteCannedReply } from './ticket.calls'
import { type CannedReply, supportChoicesQuery } from './ticket-list.calls'

type Asked = { to: 'write'; reply: { id?: string; title: string; body: string } } | { to: 'remove'; reply: CannedReply }

/** The answers that are kept ready: all of them, and the ways to write, change and delete one. */
export function CannedReplies() {
  const client = useQueryClient()
  const { data } = useQuery(supportChoicesQuery())
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const refresh = () => client.invalidateQueries({ queryKey: supportChoicesQuery().queryKey })
  const back = () => setAsked(undefined)
  return (
    <>
      <Button look="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <Dialog open={isOpen && !asked} onOpenChange={setOpen}>
        <DialogContent className="max-w-[640px]">
          <DialogTitle className="pe-12 text-2xl">{text.open}</DialogTitle>
          <DialogDescription className="mt-3 text-ink-2">{text.lead}</DialogDescription>
          {data?.canned.length === 0 && <p className="mt-5">{text.none}</p>}
          <ul className="mt-5 border-rule border-t empty:hidden">
            {data?.canned.map((reply) => (
              <Line key={reply.id} reply={reply} onAsk={setAsked} />
            ))}
          </ul>
          <Button
            look="primary"
            size="small"
            className="mt-5"
            onClick={() => setAsked({ to: 'write', reply: { title: '', body: '' } })}
          >
            {text.create}
          </Button>
        </DialogContent>
      </Dialog>
      {asked?.to === 'write' && <CannedDialog reply={asked.reply} onSaved={refresh} onClose={back} />}
      {asked?.to === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle}
          lead={text.removeLead(asked.reply.title)}
          confirm={text.removeConfirm}
          cancel={text.cancel}
          onConfirm={async () => {
            await deleteCannedReply(asked.reply.id)
            void toast.success(text.removed)
            await refresh()
          }}
          onClose={back}
        />
      )}
    </>
  )
}

function Line({ reply, onAsk }: { reply: CannedReply; onAsk: (asked: Asked) => void }) {
  const { title, body } = reply
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-rule border-b py-2">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <Bidi>{title}</Bidi>
        </p>
        <Bidi as="p" className="truncate text-ink-2 text-sm">
          {body}
        </Bidi>
      </div>
      <div className="-ms-3 flex">
        <Button look="quiet" size="small" aria-label={text.editOf(title)} onClick={() => onAsk({ to: 'write', reply })}>
          {text.edit}
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={text.removeOf(title)}
          onClick={() => onAsk({ to: 'remove', reply })}
        >
          {text.remove}
        </Button>
      </div>
    </li>
  )
}
