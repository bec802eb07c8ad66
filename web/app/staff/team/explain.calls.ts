import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { StaffDemand } from '~/staff/entry/staff.rules'

type PageRule = 'active' | 'verified' | 'session' | 'second_step' | 'role' | 'permission'
/** Whether each rule holds; the last two are of acts on another member. */
export type Explanation = Record<PageRule, boolean> & Partial<Record<'other' | 'level', boolean>>
export type ExplainedAction = 'change' | 'second_step'

/** Which rules hold for a member who would act on another. */
export const reachQuery = (adminId: string, targetId: string, act: ExplainedAction) =>
  queryOptions({
    queryKey: ['staff', 'explanation', adminId, targetId, act],
    queryFn: async () =>
      (await callFunction(
        'explain_reach',
        { admin_id: adminId, target_id: targetId, action: act },
        LIST_LOADING_TIMEOUT,
      )) as Explanation,
    staleTime: 0,
  })

type PageDemand = Pick<StaffDemand, 'permission' | 'anyPermission' | 'roles'>

/** Which rules hold for a member at a page that asks for a permission, for one of several, or for roles. */
export const explanationQuery = (adminId: string, { permission, anyPermission, roles }: PageDemand) =>
  queryOptions({
    queryKey: ['staff', 'explanation', adminId, permission, anyPermission, roles],
    queryFn: async () => {
      const [first, ...others] = anyPermission ?? [permission]
      const explain = async (asked: string | undefined) =>
        (await callFunction(
          'explain_access',
          {
            admin_id: adminId,
            ...(asked && { permission: asked }),
            ...(roles && { role_names: [...roles] }),
          },
          LIST_LOADING_TIMEOUT,
        )) as Explanation
      let said = await explain(first)
      for (const other of others) {
        if (said.permission) break
        said = await explain(other)
      }
      return said
    },
    staleTime: 0,
  })
