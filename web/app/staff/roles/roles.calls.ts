import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { staffCall } from '~/staff/shared/staff-call.calls'
import type { MappedRole, PermissionChange, PermissionMap } from './roles.rules'

type RoleRow = Omit<MappedRole, 'signedIn'> & { signed_in: number }

async function fetchPermissionMap(): Promise<PermissionMap> {
  const { version, permissions, roles } = (await callFunction(
    'permission_map',
    {} as never,
    LIST_LOADING_TIMEOUT,
  )) as Omit<PermissionMap, 'roles'> & { roles: RoleRow[] }
  return { version, permissions, roles: roles.map(({ signed_in, ...role }) => ({ ...role, signedIn: signed_in })) }
}

/** Roles with their permissions; for super_admin. */
export const permissionMapQuery = () =>
  queryOptions({ queryKey: ['staff', 'permission-map'], queryFn: fetchPermissionMap })

/** Saves changes to the map of that version. @returns the new version. @throws AppError, VERSION_CONFLICT in its cause */
export async function savePermissions(version: string, changes: PermissionChange[]): Promise<string> {
  const saved = (await staffCall('save_role_permissions', { version, changes })) as { version: string }
  return saved.version
}
