import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { shellText } from '~/staff/shell/shell.he'
import { STAFF_PAGES } from '~/staff/shell/staff-pages.rules'
import { type Explanation, explanationQuery } from './roles.calls'
import { explainText as text } from './roles.he'

const RULES = Object.keys(text.rules) as (keyof Explanation)[]

type ExplainDialogProps = { member: { id: string; name: string; email: string }; onClose: () => void }

/** Which rule opens or closes a page for one member. */
export function ExplainDialog({ member, onClose }: ExplainDialogProps) {
  const id = useId()
  const [name, setName] = useState<string>('students')
  const page = STAFF_PAGES.find((known) => known.name === name)
  const { data, isPending, isError, refetch } = useQuery(explanationQuery(member.id, page?.demand ?? {}))
  const open = data && RULES.every((rule) => data[rule])
  return (
    <Dialog open onOpenChange={(shown) => !shown && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.title(member.name || member.email)}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{text.lead}</DialogDescription>
        <label htmlFor={id} className="mt-5 mb-1 block font-semibold">
          {text.page}
        </label>
        <select
          id={id}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
        >
          {STAFF_PAGES.map((known) => (
            <option key={known.name} value={known.name}>
              {shellText.pages[known.name]}
            </option>
          ))}
        </select>
        {isPending && <Loading />}
        {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
        {data && (
          <>
            <p role="status" className={clsx('mt-5 font-bold', open ? 'text-green-ink' : 'text-red')}>
              {open ? text.open : text.closed}
            </p>
            <ul className="mt-2 border-ink border-t">
              {RULES.map((rule) => (
                <li key={rule} className="flex justify-between gap-4 border-rule border-b py-2.5">
                  <span>{text.rules[rule]}</span>
                  <span className={clsx('shrink-0', data[rule] ? 'text-ink-2' : 'font-bold text-red')}>
                    {data[rule] ? text.holds : text.fails}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}
