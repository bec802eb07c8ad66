import type { ReactNode } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { staffText as text } from '~/staff/entry/staff.he'
import type { StaffMember } from '~/staff/entry/staff.rules'
import { permissionText } from '~/staff/roles/roles.he'

type StaffHomeProps = {
  member: StaffMember
  /** What waits, figures, actions and health. */
  today: ReactNode
  /** The authenticator app of the account, which every member may add. */
  children: ReactNode
}

/** The first page of the staff area: the day, then who is signed in and what the role may do ([2.12-04], [6-24]). */
export function StaffHome({ member: { firstName, email, role }, today, children }: StaffHomeProps) {
  return (
    <div className="py-8">
      <h1 className="text-3xl">
        <Bidi>{text.homeTitle(firstName || email)}</Bidi>
      </h1>
      {today}
      <h2 className="mt-12 font-semibold text-lg">{text.homeAccount}</h2>
      <dl className="mt-2 grid max-w-[640px] grid-cols-[auto_1fr] border-ink border-t">
        <dt className="border-rule border-b py-3 pe-6 text-ink-2">{text.email}</dt>
        <dd className="border-rule border-b py-3 text-end break-all">
          <bdi dir="ltr">{email}</bdi>
        </dd>
        <dt className="border-rule border-b py-3 pe-6 text-ink-2">{text.role}</dt>
        <dd className="border-rule border-b py-3 text-end">
          <bdi dir="ltr">{role?.name ?? text.noPermissions}</bdi>
        </dd>
        <dt className="border-rule border-b py-3 pe-6 text-ink-2">{text.permissions}</dt>
        <dd className="border-rule border-b py-3 text-end">
          <Permissions names={role?.permissions ?? []} all={role?.name === 'super_admin'} />
        </dd>
      </dl>
      <div className="max-w-[640px]">{children}</div>
    </div>
  )
}

function Permissions({ names, all }: { names: string[]; all: boolean }) {
  if (all) return text.allPermissions
  return names.map((name) => permissionText[name]?.title ?? name).join(', ') || text.noPermissions
}
