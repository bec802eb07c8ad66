import { permissionText, rolesText as text } from './roles.he'
import { isGranted, type MappedRole, type Marks, type PermissionChange, type PermissionMap } from './roles.rules'

type PermissionTableProps = { map: PermissionMap; marks: Marks; onMark: (change: PermissionChange) => void }

/** Roles beside permissions; super_admin holds everything and cannot be marked. */
export function PermissionTable({ map: { permissions, roles }, marks, onMark }: PermissionTableProps) {
  return (
    <section
      aria-label={text.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className="border-ink border-b px-2.5 py-2 text-start text-ink-2 text-xs">
              {text.permission}
            </th>
            {roles.map(({ name, members }) => (
              <th
                key={name}
                scope="col"
                className="whitespace-nowrap border-ink border-b px-1.5 py-2 font-semibold text-xs md:px-2.5 md:text-sm"
              >
                <bdi dir="ltr">{name}</bdi>
                <span className="block font-normal text-ink-2 text-xs">{text.members(members)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row" className="min-w-36 border-rule md:min-w-60 border-b px-2.5 py-2 text-start font-normal">
                <span className="font-semibold">{permissionText[permission]?.title ?? permission}</span>{' '}
                <bdi dir="ltr" className="text-ink-2 text-xs">
                  {permission}
                </bdi>
                <span className="hidden text-ink-2 text-xs md:block">{permissionText[permission]?.does}</span>
              </th>
              {roles.map((role) => (
                <td key={role.name} className="border-rule border-b px-1.5 text-center md:px-2.5">
                  <Box role={role} permission={permission} marks={marks} onMark={onMark} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type BoxProps = Pick<PermissionTableProps, 'marks' | 'onMark'> & { role: MappedRole; permission: string }

function Box({ role, permission, marks, onMark }: BoxProps) {
  const all = role.name === 'super_admin'
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={text.box(permission, role.name)}
        title={all ? text.holdsAll : undefined}
        disabled={all}
        checked={all || isGranted(role, permission, marks)}
        onChange={({ target }) => onMark({ role: role.name, permission, granted: target.checked })}
        className="size-5 accent-green"
      />
    </label>
  )
}
