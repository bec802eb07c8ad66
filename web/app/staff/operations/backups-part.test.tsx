import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { backupsText as text } from './backups.he'
import { BackupsPart } from './backups-part'
import { formatBytes } from './bytes.rules'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const FILE = {
  ...{ name: 'academy-20261101T100000Z-staff.tar.gz.age', bytes: 34_560_000, made_at: '2026-11-01T10:00:00Z' },
  is_handed_out: true,
}
const KEPT = { files: [FILE], without_files: false }
const last = (changes: object) => ({
  ...{ asked_by: 'דנה', reported_at: '2026-11-01T10:00:00Z', state: 'done', done_bytes: 0, whole_bytes: 0 },
  failure: null,
  ...changes,
})
let backups: object
let refusal: { code: string; status: number } | undefined
beforeEach(() => {
  refusal = undefined
  backups = { kept: KEPT, last: null }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      name !== 'read_backups' && refusal
        ? { data: null, error: { message: 'x', details: '', ...refusal }, status: refusal.status }
        : { data: name === 'read_backups' ? backups : 'the-link', error: null, status: 200 },
  }))
})
const open = (address = '/admin/operations') => screenAt('/admin/operations', <BackupsPart />, address)

it('tells how far the backup is, and lets no second one begin', async () => {
  backups = { kept: KEPT, last: last({ state: 'running', done_bytes: 5_000_000, whole_bytes: 20_000_000 }) }
  open()
  const bar = await screen.findByRole('progressbar', { name: text.progress })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText(text.running('5 MB', '20 MB'))).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text.begin }).disabled).toBe(true)
})

it.each(['NO_ROOM', 'NO_FOLDER', 'INTERRUPTED', 'DAMAGED', 'FAILED'] as const)(
  'says what to do after %s',
  async (failure) => {
    backups = { kept: KEPT, last: last({ state: 'failed', failure }) }
    open()
    expect(await screen.findByText(text.failures[failure])).toBeTruthy()
  },
)

it('begins one, and says why it did not', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: text.begin }))
  expect(rpc).toHaveBeenCalledWith('begin_backup', {})
  refusal = { code: 'BACKUP_RUNNING', status: 409 }
  await userEvent.click(screen.getByRole('button', { name: text.begin }))
  expect(await screen.findByText(text.refusals.BACKUP_RUNNING ?? '')).toBeTruthy()
})

/** Downloads the only archive; what was posted for it. */
async function takeAlong() {
  const sent: { address: string; fields: Record<string, string> }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = Object.fromEntries(new FormData(this)) as Record<string, string>
    sent.push({ address: `${this.method} ${new URL(this.action).pathname}`, fields })
  })
  open()
  const table = within(await screen.findByRole('table', { name: text.table }))
  await userEvent.click(table.getByRole('button'))
  expect(await screen.findByText(text.starts)).toBeTruthy()
  vi.restoreAllMocks()
  return { sent, table }
}

it('posts the link and the session in a form, so that neither stands in an address', async () => {
  const { sent, table } = await takeAlong()
  expect(table.getByRole('row', { name: /academy-20261101T100000Z/ }).textContent).toContain('34.6 MB')
  expect(rpc).toHaveBeenCalledWith('make_backup_link', { file: FILE.name })
  expect(sent).toEqual([{ address: 'post /backups/download', fields: { link: 'the-link', session: '' } }])
  expect(document.querySelector('form')).toBeNull()
})

it('draws a passphrase for an archive that is in the clear here, and shows it', async () => {
  backups = { kept: { ...KEPT, files: [{ ...FILE, name: 'academy-20261101T100000Z-staff.tar.gz' }] }, last: null }
  const { sent } = await takeAlong()
  const drawn = sent[0]?.fields.passphrase ?? ''
  expect(drawn).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/)
  expect(screen.getByText(drawn)).toBeTruthy()
})

it('hands out no archive that holds keys', async () => {
  backups = { kept: { ...KEPT, files: [{ ...FILE, name: 'academy-1.tar.gz', is_handed_out: false }] }, last: null }
  open()
  expect(await screen.findByText(text.notHandedOut)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.downloadOf('1.11.2026') })).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

it('says what became of a download that came to nothing, and where no backups are made', async () => {
  const { unmount } = open('/admin/operations?download=over')
  expect(await screen.findByText(text.downloads.over ?? '')).toBeTruthy()
  unmount()
  backups = { kept: null, last: null }
  open()
  expect(await screen.findByText(text.elsewhere)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.begin })).toBeNull()
})

it('tells a size in the largest unit of which there is one', () => {
  expect([0, 400, 34_560_000, 2_500_000_000].map(formatBytes)).toEqual(['0 KB', '0.4 KB', '34.6 MB', '2.5 GB'])
})
