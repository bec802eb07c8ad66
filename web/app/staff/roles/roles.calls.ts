import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { StaffDemand } from '~/staff/entry/staff.rules'
import { staffCall } from '~/staff/team/staff-call.calls'
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

type PageRule = 'active' | 'verified' | 'session' | 'second_step' | 'role' | 'permission'
/** Whether each rule holds; the last two are of acts on another member. */
export type Explanation = Record<PageRule, boolean> & Partial<Record<'other' | 'level', boolean>>
export type ExplainedAct = 'change' | 'second_step'

/** Which rules hold for a member who would act on another. */
export const reachQuery = (adminId: string, targetId: string, act: ExplainedAct) =>
  queryOptions({
    queryKey: ['staff', 'explanation', adminId, targetId, act],
    queryFn: async () =>
      (await callFunction(
        'explain_reach',
        { admin_id: adminId, target_id: targetId, act },
        LIST_LOADING_TIMEOUT,
      )) as Explanation,
    staleTime: 0,
  })

/** Which rules hold for a member at a page that asks for a permission or for roles. */
export const explanationQuery = (
  adminId: string,
  demand: Pick<StaffDemand, 'permission' | 'anyPermission' | 'roles'>,
) =>
  queryOptions({
    queryKey: ['staff', 'explanation', adminId, demand],
    queryFn: async () => {
      const asked = demand.permission ?? demand.anyPermission?.[0]
      return (await callFunction(
        'explain_access',
        {
          admin_id: adminId,
          ...(asked && { permission: asked }),
          ...(demand.roles && { role_names: [...demand.roles] }),
        },
        LIST_LOADING_TIMEOUT,
      )) as Explanation
    },
    staleTime: 0,
  })
