import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { formText } from '~/staff/form/form.he'
import { settingsText as text } from './settings.he'
import { SettingsScreen } from './settings-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

type Answer = { data?: unknown; error?: { code: string; details?: string }; status?: number }
const values = {
  academy_name: 'האקדמיה',
  staff_email_domains: ['a.example'],
  mails_kept_days: 30,
  visits_kept_months: 13,
  media_quota_gb: 50,
  media_trash_days: 30,
  staff_idle_minutes: 60,
}
let answers: Record<string, (args: { version?: number; changes?: object }) => Answer>

beforeEach(() => {
  answers = {
    read_settings: () => ({ data: { version: 5, values } }),
    save_settings: ({ changes }) => ({ data: { version: 6, values: { ...values, ...changes } } }),
    settings_history: () => ({ data: [] }),
  }
  rpc.mockReset().mockImplementation((name: string, args: object) => ({
    abortSignal: async () => {
      const { data = null, error, status = 200 } = answers[name]?.(args) ?? {}
      return { data, error: error ? { message: 'x', details: '', ...error } : null, status }
    },
  }))
})

const open = async () => {
  screenAt('/admin/settings', <SettingsScreen />)
  return screen.findByRole('form', { name: text.title })
}
const input = (key: keyof typeof text.labels) => screen.getByLabelText(text.labels[key])
const write = (key: keyof typeof text.labels, value: string) => fireEvent.change(input(key), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: /^שמירה/ }))
const saved = () => rpc.mock.calls.filter(([name]) => name === 'save_settings').map(([, args]) => args as object)

describe('[2.12-10] the settings', () => {
  it('shows what stands, and what the application was built with where nobody set anything', async () => {
    await open()
    expect(input('academy_name')).toHaveProperty('value', 'האקדמיה')
    expect(input('contact_email')).toHaveProperty('value', 'hello@academy.example')
    expect(input('staff_email_domains')).toHaveProperty('value', 'a.example')
    expect(within(screen.getByRole('navigation', { name: text.index })).getAllByRole('link')).toHaveLength(9)
  })

  it('saves only what changed, as the database keeps it', async () => {
    await open()
    write('mails_kept_days', '14')
    write('staff_email_domains', 'a.example\nB.example')
    await save()
    await waitFor(() =>
      expect(saved()).toEqual([
        { version: 5, changes: { mails_kept_days: 14, staff_email_domains: ['a.example', 'b.example'] } },
      ]),
    )
    expect(await screen.findByText(/^נשמר ב/)).toBeTruthy()
  })

  it('says beside the field what the rules refuse', async () => {
    await open()
    write('contact_email', 'hello')
    write('maintenance_starts_at', '2026-12-02T10:00')
    write('maintenance_ends_at', '2026-12-02T09:00')
    await save()
    const summary = await screen.findByRole('region', { name: formText.summaryTitle })
    expect(summary.textContent).toContain(text.problems.email)
    expect(summary.textContent).toContain(text.problems.order)
    expect(saved()).toEqual([])
  })

  it('takes half a typed moment for a mistake, not for none', async () => {
    await open()
    const ends = input('maintenance_ends_at') as HTMLInputElement
    // As a browser has it where only the day is typed.
    const half = vi.spyOn(ends, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
    write('maintenance_text', 'עבודות')
    await save()
    expect((await screen.findAllByText(formText.halfTyped)).length).toBe(2)
    expect(ends.getAttribute('aria-invalid')).toBe('true')
    expect(saved()).toEqual([])
    half.mockRestore()
    await save()
    await waitFor(() => expect(saved()).toEqual([{ version: 5, changes: { maintenance_text: 'עבודות' } }]))
  })

  it.each([
    ['staff_email_domains', 'b.example', text.problems.domainsLockOut],
    ['contact_phone', '03-999-9999', text.problems.phone],
  ] as const)('says what the database refuses: %s', async (key, value, problem) => {
    const code = key === 'staff_email_domains' ? 'SETTING_LOCKS_OUT' : 'SETTING_INVALID'
    answers.save_settings = () => ({ error: { code, details: JSON.stringify({ field: key }) }, status: 409 })
    await open()
    write(key, value)
    await save()
    expect((await screen.findAllByText(problem)).length).toBe(2)
    expect(input(key)).toHaveProperty('value', value)
  })

  it('shows whose change stands in the way, and saves what is chosen', async () => {
    const changes = [{ field: 'academy_name', by: 'נועה', at: '2026-11-20T10:00:00Z' }]
    const details = JSON.stringify({ version: 9, values: { ...values, academy_name: 'של נועה' }, changes })
    answers.save_settings = ({ version, changes: wanted }) =>
      version === 9
        ? { data: { version: 10, values: { ...values, ...wanted } } }
        : { error: { code: 'VERSION_CONFLICT', details }, status: 409 }
    await open()
    write('academy_name', 'שלי')
    await save()
    expect((await screen.findByRole('dialog')).textContent).toContain('נועה')
    await userEvent.click(screen.getByRole('button', { name: formText.saveMerged }))
    await waitFor(() => expect(saved().at(-1)).toEqual({ version: 9, changes: { academy_name: 'שלי' } }))
  })

  it('lists who changed what, and writes an earlier value back into its field', async () => {
    const line = {
      id: 3,
      key: 'academy_name',
      before: 'קודם',
      after: 'האקדמיה',
      actor: 'נועה',
      occurred_at: '2026-11-20T10:00:00Z',
    }
    answers.settings_history = () => ({ data: [line] })
    await open()
    const back = await screen.findByRole('button', { name: text.putBackLabel(text.labels.academy_name) })
    await userEvent.click(back)
    expect(input('academy_name')).toHaveProperty('value', 'קודם')
    expect(document.activeElement).toBe(input('academy_name'))
    expect(screen.getByText(formText.unsaved(1))).toBeTruthy()
  })

  it('says that the settings did not load, and asks again', async () => {
    answers.read_settings = () => ({ error: { code: '42501' }, status: 403 })
    screenAt('/admin/settings', <SettingsScreen />)
    expect(await screen.findByText(text.failed)).toBeTruthy()
  })
})
