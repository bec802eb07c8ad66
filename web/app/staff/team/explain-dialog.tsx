import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { staffPageText } from '~/staff/shared/staff-pages.he'
import { STAFF_PAGES } from '~/staff/shared/staff-pages.rules'
import { type ExplainedAction, explanationQuery, reachQuery } from './explain.calls'
import { explainText as text } from './explain.he'
import { ExplainedRules } from './explained-rules'
import { everyMemberQuery } from './team.calls'

type ExplainDialogProps = { member: { id: string; name: string; email: string }; onClose: () => void }

const SELECT = 'block min-h-12 w-full rounded-control border border-field bg-card px-3'
const isAct = (name: string): name is ExplainedAction => name in text.actNames

/** Which rule opens or closes a page for one member, or an act on another member. */
export function ExplainDialog({ member, onClose }: ExplainDialogProps) {
  const id = useId()
  const [name, setName] = useState<string>('students')
  return (
    <Dialog open onOpenChange={(shown) => !shown && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.title(member.name || member.email)}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{text.lead}</DialogDescription>
        <label htmlFor={id} className="mt-5 mb-1 block font-semibold">
          {text.page}
        </label>
        <select id={id} value={name} onChange={({ target }) => setName(target.value)} className={SELECT}>
          <optgroup label={text.pages}>
            {STAFF_PAGES.map((known) => (
              <option key={known.name} value={known.name}>
                {staffPageText[known.name]}
              </option>
            ))}
          </optgroup>
          <optgroup label={text.acts}>
            {Object.entries(text.actNames).map(([act, title]) => (
              <option key={act} value={act}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
        {isAct(name) ? <Act memberId={member.id} act={name} /> : <Page memberId={member.id} name={name} />}
      </DialogContent>
    </Dialog>
  )
}

function Page({ memberId, name }: { memberId: string; name: string }) {
  const page = STAFF_PAGES.find((known) => known.name === name)
  const asked = useQuery(explanationQuery(memberId, page?.demand ?? {}))
  return <ExplainedRules asked={asked} yes={text.open} no={text.closed} />
}

function Act({ memberId, act }: { memberId: string; act: ExplainedAction }) {
  const id = useId()
  const { data: members = [] } = useQuery(everyMemberQuery())
  const [target, setTarget] = useState(memberId)
  const asked = useQuery(reachQuery(memberId, target, act))
  return (
    <>
      <label htmlFor={id} className="mt-4 mb-1 block font-semibold">
        {text.target}
      </label>
      <select id={id} value={target} onChange={(event) => setTarget(event.target.value)} className={SELECT}>
        <option value={memberId}>{text.self}</option>
        {members
          .filter((other) => other.id !== memberId)
          .map((other) => (
            <option key={other.id} value={other.id}>
              {`${other.name || other.email} (${other.role})`}
            </option>
          ))}
      </select>
      <ExplainedRules asked={asked} yes={text.allowed} no={text.refused} />
    </>
  )
}
