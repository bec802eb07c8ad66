import { STAFF_PAGES, type StaffPageName } from '~/staff/shared/staff-pages.rules'

/** A role of the map, with how many active members hold it and how many of them are signed in. */
export type MappedRole = {
  name: string
  level: number
  permissions: string[]
  members: number
  signedIn: number
  /** The first of its members. */
  names: string[]
}
export type PermissionMap = { version: string; permissions: string[]; roles: MappedRole[] }
export type PermissionChange = { role: string; permission: string; granted: boolean }

/** What was marked: whether a role shall hold a permission, by both names. */
export type Marks = ReadonlyMap<string, PermissionChange>

const keyOf = (role: string, permission: string) => `${role} ${permission}`

/** Whether a role holds a permission once the marks are saved. */
export const isGranted = (role: MappedRole, permission: string, marks: Marks): boolean =>
  marks.get(keyOf(role.name, permission))?.granted ?? role.permissions.includes(permission)

/** The marks with one more. */
export const marked = (marks: Marks, change: PermissionChange): Marks =>
  new Map(marks).set(keyOf(change.role, change.permission), change)

/** What the marks change in this map; what it says already is no change. */
export const mapChanges = ({ roles }: PermissionMap, marks: Marks): PermissionChange[] =>
  [...marks.values()].filter(({ role, permission, granted }) => {
    const held = roles.find(({ name }) => name === role)
    return held !== undefined && held.permissions.includes(permission) !== granted
  })

/** The changes that take changes back. */
export const opposite = (changes: PermissionChange[]): PermissionChange[] =>
  changes.map((change) => ({ ...change, granted: !change.granted }))

/** How many people a preview names before it counts. */
const NAMED = 5

/** Whom a change concerns: the first by name, and how many are beyond them. */
export const concerned = ({ members, names }: MappedRole) => {
  const named = names.slice(0, NAMED)
  return { named, further: Math.max(0, members - named.length) }
}

/** The pages that ask for a permission. */
export const pagesAsking = (permission: string): StaffPageName[] =>
  STAFF_PAGES.filter(
    ({ demand }) => demand.permission === permission || demand.anyPermission?.some((one) => one === permission),
  ).map(({ name }) => name)
