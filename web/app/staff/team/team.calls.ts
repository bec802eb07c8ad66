import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { invitationAddress, sendInvitationLink } from '~/staff/entry/staff.calls'
import type { ListedRow, ListPage } from '~/staff/list/list-page.rules'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { staffCall } from '~/staff/shared/staff-call.calls'
import { type Invitation, invitationsFound, membersFound, type TeamMember } from './team.rules'

type MemberRow = {
  id: string
  first_name: string
  last_name: string
  email: string
  role: string
  level: number
  is_active: boolean
  email_verified: boolean
  last_login_at: string | null
  second_step: boolean
  is_self: boolean
  may_change: boolean
}
type InvitationRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  role: string
  expires_at: string
  invited_by: string | null
  may_change: boolean
}
type Team = { members: TeamMember[]; invitations: Invitation[]; roles: string[]; more: boolean }

const toTeamMember = (row: MemberRow): TeamMember => ({
  id: row.id,
  sortValue: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  role: row.role,
  level: row.level,
  state: row.is_active ? (row.email_verified ? 'active' : 'unverified') : 'closed',
  lastLoginAt: row.last_login_at,
  secondStep: row.second_step,
  isSelf: row.is_self,
  mayChange: row.may_change,
})

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  sortValue: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  invitedBy: row.invited_by,
  expiresAt: row.expires_at,
  mayChange: row.may_change,
})

/** The whole team. @throws AppError; FORBIDDEN without users.view and users.manage; DeadlineError */
async function fetchTeam(): Promise<Team> {
  const answer = (await callFunction('list_team', {} as never, LIST_LOADING_TIMEOUT)) as {
    members: MemberRow[]
    invitations: InvitationRow[]
    roles: string[]
    more: boolean
  }
  return {
    members: answer.members.map(toTeamMember),
    invitations: answer.invitations.map(toInvitation),
    roles: answer.roles,
    more: answer.more,
  }
}

const onePage = <Row extends ListedRow>(
  rows: Row[],
  more: boolean,
): ListPage<Row> & { total: number | null; more?: boolean } => ({
  rows,
  total: rows.length,
  more,
  previous: null,
  next: null,
})

/** The members that an address asks for. */
export const membersQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'team', 'members', address],
    queryFn: async () => {
      const { members, more } = await fetchTeam()
      return onePage(membersFound(members, address), more)
    },
    placeholderData: keepPreviousData,
  })

/** Every member, by level and name. */
export const everyMemberQuery = () =>
  queryOptions({ queryKey: ['staff', 'team', 'everyone'], queryFn: async () => (await fetchTeam()).members })

/** The invitations that an address asks for. */
export const invitationsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: ['staff', 'team', 'invitations', address],
    queryFn: async () => {
      const { invitations, more } = await fetchTeam()
      return onePage(invitationsFound(invitations, address), more)
    },
    placeholderData: keepPreviousData,
  })

/** The roles that the member may give, the mightiest first. */
export const givenRolesQuery = () =>
  queryOptions({ queryKey: ['staff', 'team', 'roles'], queryFn: async () => (await fetchTeam()).roles })

export type Invited = { email: string; role: string; firstName: string; lastName: string }

/**
 * Invites somebody and mails the link [7-04]; an earlier invitation of the address ends.
 * @returns the link, which is told this once, and whether the mail left. @throws AppError with the words of the refusal
 */
export async function inviteMember({ email, role, firstName, lastName }: Invited) {
  const { token, role_id } = (await staffCall('create_admin_invitation', {
    ...{ email, role_name: role, first_name: firstName, last_name: lastName },
  })) as { token: string; role_id: string }
  const about = { first_name: firstName, last_name: lastName, role_id }
  const mailed = await sendInvitationLink(email, token, about).then(
    () => true,
    () => false,
  )
  return { link: invitationAddress(token), mailed }
}

export const revokeInvitation = (invitationId: string) =>
  staffCall('revoke_admin_invitation', { invitation_id: invitationId })
export const setMemberActive = (adminId: string, active: boolean) =>
  staffCall('set_admin_active', { admin_id: adminId, active })
export const setMemberRole = (adminId: string, role: string) =>
  staffCall('set_admin_role', { admin_id: adminId, role_name: role })
export const endMemberSessions = (adminId: string) => staffCall('end_staff_sessions', { admin_id: adminId })
export const resetMemberStep = (adminId: string, reason: string) =>
  staffCall('reset_staff_second_step', { admin_id: adminId, reason })
