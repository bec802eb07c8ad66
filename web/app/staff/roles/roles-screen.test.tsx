import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { staffPageText } from '~/staff/shared/staff-pages.he'
import { teamRefusals } from '~/staff/shared/team-refusals.he'
import { rolesText as text } from './roles.he'
import { RolesScreen } from './roles-screen'

const { rpc, toast } = vi.hoisted(() => ({ rpc: vi.fn(), toast: { success: vi.fn(), error: vi.fn() } }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/staff/shared/use-member', () => ({
  useMember: () => ({ role: { name: 'super_admin', level: 1, permissions: [] } }),
}))

let version = 'v1'
let conflicts = 0
const map = () => ({
  version,
  permissions: ['students.view'],
  roles: [
    { name: 'super_admin', level: 1, permissions: [], members: 1, signed_in: 1, names: ['נועה לוי'] },
    {
      name: 'admin',
      level: 2,
      permissions: ['students.view'],
      members: 7,
      signed_in: 2,
      names: ['א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז'],
    },
  ],
})
const saves = () => rpc.mock.calls.filter(([name]) => name === 'save_role_permissions').map(([, args]) => args)

beforeEach(() => {
  version = 'v1'
  conflicts = 0
  toast.success.mockReset()
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => {
      if (name === 'permission_map') return { data: map(), error: null, status: 200 }
      if (conflicts > 0) {
        conflicts -= 1
        version = 'v2'
        return { data: null, error: { code: 'VERSION_CONFLICT', message: 'changed', details: '' }, status: 409 }
      }
      return { data: { version: 'v3' }, error: null, status: 200 }
    },
  }))
})

const take = { role: 'admin', permission: 'students.view', granted: false }
const mark = async () => {
  screenAt('/admin/users/roles', <RolesScreen />)
  fireEvent.click(await screen.findByRole('checkbox', { name: text.box('students.view', 'admin') }))
  return within(screen.getByRole('region', { name: text.preview }))
}

it('[6-06] says what a change closes, and for whom, before it is saved; super_admin cannot be marked', async () => {
  const preview = await mark()
  expect(preview.getByText(text.takes)).toBeTruthy()
  expect(preview.getByText(text.page(staffPageText.students))).toBeTruthy()
  expect(preview.getByText(new RegExp(text.losing))).toBeTruthy()
  expect(preview.getByText(new RegExp(text.losingIt)).textContent).toBe(
    `${text.losingIt}: א, ב, ג, ד, ה ${text.further(2)}`,
  )
  expect(saves()).toEqual([])
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: text.box('students.view', 'super_admin') })
  expect([all.disabled, all.checked]).toEqual([true, true])
})

it('saves with the version that was read, and takes it back with the new one', async () => {
  const preview = await mark()
  fireEvent.click(preview.getByRole('button', { name: text.save }))
  await waitFor(() => expect(toast.success).toHaveBeenCalledOnce())
  expect(saves()).toEqual([{ version: 'v1', changes: [take] }])
  toast.success.mock.lastCall?.[1].onClick()
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toEqual({ version: 'v3', changes: [{ ...take, granted: true }] })
})

it('a conflict keeps what was marked, shows the new map and saves over it', async () => {
  conflicts = 1
  const preview = await mark()
  fireEvent.click(preview.getByRole('button', { name: text.save }))
  expect((await screen.findByRole('alert')).textContent).toBe(teamRefusals.VERSION_CONFLICT)
  expect(preview.getByText(text.takes)).toBeTruthy()
  await waitFor(() => expect(preview.getByRole<HTMLButtonElement>('button', { name: text.save }).disabled).toBe(false))
  fireEvent.click(preview.getByRole('button', { name: text.save }))
  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves()[1]).toEqual({ version: 'v2', changes: [take] })
})
