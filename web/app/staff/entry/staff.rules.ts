import type { KindOf } from '~/shared/config/kinds'

/** A role with its permissions as one list [3-03]; the lower the level, the mightier. */
export type StaffRole = { name: string; level: number; permissions: string[] }

/** A member of the staff as screens use it [3-02]. A closed account sees no role. */
export type StaffMember = {
  id: string
  email: string
  firstName: string
  lastName: string
  isActive: boolean
  emailVerified: boolean
  role: StaffRole | null
}

/** What a page of the staff area asks for [6-12]. */
export type StaffDemand = {
  permission?: KindOf<'permissions.name'> | undefined
  /** One of these is enough. */
  anyPermission?: readonly KindOf<'permissions.name'>[] | undefined
  roles?: readonly string[] | undefined
  minimumLevel?: number | undefined
}

/** Why a page stays closed, with what it names ([2.12-24] to [2.12-26]). */
export type StaffDenial = { reason: 'permission' | 'role' | 'level'; name: string }

const ALL_PERMISSIONS = 'super_admin'
const NO_ROLE: StaffRole = { name: 'unknown', level: 999, permissions: [] }

/** Whether a role does less than the one before it: fewer permissions, or a lesser level. */
export const hasReducedAccess = (before: StaffRole | null, now: StaffRole | null): boolean =>
  before !== null &&
  now !== null &&
  (now.level > before.level ||
    (now.name !== ALL_PERMISSIONS && before.permissions.some((name) => !now.permissions.includes(name))))

/** What keeps a role from a page; null when nothing does ([6-06], [6-11], [6-12]). */
export function staffDenial(role: StaffRole | null, demand: StaffDemand): StaffDenial | null {
  const { name, level, permissions } = role ?? NO_ROLE
  const { permission, anyPermission, roles, minimumLevel } = demand
  if (permission && name !== ALL_PERMISSIONS && !permissions.includes(permission)) {
    return { reason: 'permission', name: permission }
  }
  if (anyPermission && name !== ALL_PERMISSIONS && !anyPermission.some((one) => permissions.includes(one))) {
    return { reason: 'permission', name: anyPermission.join(' / ') }
  }
  if (roles && !roles.includes(name)) return { reason: 'role', name }
  if (minimumLevel !== undefined && level > minimumLevel) return { reason: 'level', name: String(minimumLevel) }
  return null
}
