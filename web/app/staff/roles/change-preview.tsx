import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { staffPageText } from '~/staff/shared/staff-pages.he'
import { permissionText, rolesText as text } from './roles.he'
import { concerned, type MappedRole, type PermissionChange, type PermissionMap, pagesAsking } from './roles.rules'

type ChangePreviewProps = {
  map: PermissionMap
  changes: PermissionChange[]
  busy: boolean
  failure: string | undefined
  onSave: () => void
  onDiscard: () => void
}

/** What the marked changes open and close, and for how many, before they are saved. */
export function ChangePreview({ map, changes, busy, failure, onSave, onDiscard }: ChangePreviewProps) {
  return (
    <section aria-label={text.preview} className="border-ink border-t pt-3 xl:sticky xl:top-4">
      <h2 className="text-lg">{text.preview}</h2>
      {changes.length === 0 && <p className="pt-2 text-ink-2">{text.noChanges}</p>}
      <ul aria-live="polite">
        {changes.map((change) => (
          <Change key={`${change.role} ${change.permission}`} map={map} change={change} />
        ))}
      </ul>
      {failure && (
        <Alert tone="error" className="mt-3">
          {failure}
        </Alert>
      )}
      {changes.length > 0 && (
        <div className="flex flex-wrap gap-3 pt-4">
          <Button look="primary" size="small" busy={busy} onClick={onSave}>
            {text.save}
          </Button>
          <Button look="secondary" size="small" onClick={onDiscard}>
            {text.discard}
          </Button>
        </div>
      )}
    </section>
  )
}

function Change({ map, change }: { map: PermissionMap; change: PermissionChange }) {
  const { role, permission, granted } = change
  const held = map.roles.find(({ name }) => name === role)
  const { members = 0, signedIn = 0 } = held ?? {}
  return (
    <li className="border-rule border-b py-2.5">
      <p>
        <span className={granted ? 'font-semibold text-green-ink' : 'font-semibold text-red'}>
          {granted ? text.gives : text.takes}
        </span>{' '}
        · <bdi dir="ltr">{role}</bdi> · {permissionText[permission]?.title} <bdi dir="ltr">{permission}</bdi>
      </p>
      {pagesAsking(permission).map((page) => (
        <p key={page}>{text.page(staffPageText[page])}</p>
      ))}
      <p>{permissionText[permission]?.does}</p>
      {held && members > 0 && <Concerned role={held} granted={granted} />}
      <p className="text-ink-2 text-xs">
        {text.concerns(members, signedIn)}. {!granted && signedIn > 0 && text.losing}
      </p>
    </li>
  )
}

function Concerned({ role, granted }: { role: MappedRole; granted: boolean }) {
  const { named, further } = concerned(role)
  return (
    <p>
      {granted ? text.gaining : text.losingIt}:{' '}
      {named.map((name, index) => (
        // Two members may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown whole and never reordered
        <span key={index}>
          {index > 0 && ', '}
          <Bidi>{name}</Bidi>
        </span>
      ))}
      {further > 0 && ` ${text.further(further)}`}
    </p>
  )
}
