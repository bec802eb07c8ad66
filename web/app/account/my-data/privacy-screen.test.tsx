import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import type { ConsentLine } from './my-consents.calls'
import { consentsText, deletionText, recordViewsText } from './my-data.he'
import { exportText } from './my-data-file.he'
import { PrivacyScreen } from './privacy-screen'

const api = vi.hoisted(() => ({
  fetchConsents: vi.fn(),
  fetchConsentHistory: vi.fn(),
  setMarketingConsent: vi.fn(),
  fetchRecordViews: vi.fn(),
  fetchViewedPages: vi.fn(),
  exportMyData: vi.fn(),
  requestAccountDeletion: vi.fn(),
  saveFile: vi.fn(),
}))
vi.mock('./my-consents.calls', () => api)
vi.mock('./record-views.calls', () => api)
vi.mock('./my-data.calls', () => api)
vi.mock('~/shared/browser/save-file', () => api)

const line = (changes: Partial<ConsentLine> = {}): ConsentLine => ({
  id: 'a',
  purpose: 'terms',
  granted: true,
  occurredAt: '2026-03-05T12:30:00Z',
  version: 2,
  ...changes,
})

beforeEach(() => {
  for (const mock of Object.values(api)) mock.mockReset()
  api.fetchConsents.mockResolvedValue({ terms: line(), privacy: null, marketing: true })
  api.fetchConsentHistory.mockResolvedValue({ lines: [line()], total: 1 })
  api.fetchRecordViews.mockResolvedValue({ lines: [], total: 0 })
  api.setMarketingConsent.mockResolvedValue(undefined)
  api.exportMyData.mockResolvedValue({
    exported_at: '2026-11-20T22:30:00Z',
    data: { profile: [{ email: dana.email }] },
  })
  api.requestAccountDeletion.mockResolvedValue('2026-12-05T10:00:00Z')
})

function open(session = danaSession()) {
  setSession(session)
  const onChanged = vi.fn()
  screenAt('/profile/privacy', <PrivacyScreen onChanged={onChanged} />)
  return onChanged
}
const part = (name: string) => within(screen.getByRole('region', { name }))
const marketing = () => screen.findByRole('switch', { name: consentsText.marketingName })

describe('the consents', () => {
  it('[5-01] names the version and day of what was agreed to, and leads to that text', async () => {
    open()
    const link = await screen.findByRole('link', { name: /תנאי השימוש/ })
    expect(link.getAttribute('href')).toBe('/terms?version=2')
    expect(screen.getByText('אושרו ב־5 במרץ 2026 · גרסה 2')).toBeTruthy()
    expect(screen.getByText(consentsText.noRecord)).toBeTruthy()
    expect(screen.getByRole('link', { name: consentsText.cookiesChange }).getAttribute('href')).toContain(
      '#privacy-choices',
    )
  })

  it('saves a withdrawal at once, says so, and takes it back with one press', async () => {
    open()
    await userEvent.click(await marketing())
    expect(api.setMarketingConsent).toHaveBeenLastCalledWith(dana.id, false)
    expect(await screen.findByText(consentsText.marketingOff)).toBeTruthy()
    expect(await marketing()).toHaveProperty('checked', false)
    await userEvent.click(screen.getByRole('button', { name: consentsText.undo }))
    expect(api.setMarketingConsent).toHaveBeenLastCalledWith(dana.id, true)
    expect(await screen.findByText(consentsText.marketingOn)).toBeTruthy()
    expect(api.fetchConsentHistory).toHaveBeenCalledTimes(3)
  })

  it('puts the switch back when the server refuses', async () => {
    api.setMarketingConsent.mockRejectedValue(new AppError('NETWORK_ERROR'))
    open()
    await userEvent.click(await marketing())
    expect((await screen.findByRole('alert')).textContent).toBe(consentsText.marketingFailed)
    expect(await marketing()).toHaveProperty('checked', true)
  })

  it('loads again after a failure', async () => {
    api.fetchConsents.mockRejectedValueOnce(new AppError('SERVER_ERROR'))
    open()
    expect(await screen.findByText(consentsText.failed)).toBeTruthy()
    await userEvent.click(part(consentsText.title).getByRole('button', { name: 'לנסות שוב' }))
    expect(await marketing()).toBeTruthy()
  })

  it('walks through the history page by page', async () => {
    api.fetchConsentHistory.mockImplementation(async (_: string, page: number) => ({
      lines: [line({ id: `p${page}`, purpose: page === 0 ? 'marketing' : 'cookies_analytics', granted: page === 0 })],
      total: 12,
    }))
    open()
    const history = part(consentsText.historyTitle)
    expect(await history.findByText('1–8 מתוך 12')).toBeTruthy()
    await userEvent.click(history.getByRole('button', { name: 'לישנים יותר' }))
    expect(await history.findByText(consentsText.purposes.cookies_analytics)).toBeTruthy()
    expect(history.getByText('9–12 מתוך 12')).toBeTruthy()
    expect(history.getByRole('button', { name: 'לישנים יותר' })).toHaveProperty('disabled', true)
  })
})

it('names who looked with role and time; nobody is said, too', async () => {
  api.fetchRecordViews.mockResolvedValue({
    lines: [
      { id: 2, firstName: 'נועה', role: 'admin', what: 'record', occurredAt: '2026-03-05T12:30:00Z' },
      { id: 1, firstName: '', role: 'new_role', what: 'record', occurredAt: '2026-03-04T12:30:00Z' },
    ],
    total: 2,
  })
  open()
  const views = part(recordViewsText.title)
  expect((await views.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^נועה · ניהול · פרטים והתקדמות.*14:30/),
    expect.stringContaining('מישהו מהצוות · צוות'),
  ])
})

describe('the copy', () => {
  it('hands over both forms of one copy', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: exportText.asData }))
    expect(await screen.findByText(exportText.done)).toBeTruthy()
    const [name, type, text] = api.saveFile.mock.calls[0] ?? []
    expect([name, type]).toEqual(['academy-my-data-2026-11-21.json', 'application/json'])
    expect(JSON.parse(text)).toMatchObject({ data: { profile: [{ email: dana.email }] } })
    await userEvent.click(screen.getByRole('button', { name: exportText.asPage }))
    await waitFor(() => expect(api.saveFile).toHaveBeenCalledTimes(2))
    expect(api.exportMyData).toHaveBeenCalledOnce()
  })

  it('says that five were taken', async () => {
    api.exportMyData.mockRejectedValue(new AppError('TOO_MANY_REQUESTS'))
    open()
    await userEvent.click(screen.getByRole('button', { name: exportText.asData }))
    expect((await screen.findByRole('alert')).textContent).toBe(exportText.limitMet)
    expect(api.saveFile).not.toHaveBeenCalled()
  })
})

describe('leaving', () => {
  const ask = () => screen.getByRole('button', { name: deletionText.ask })

  it('is asked for only with the word', async () => {
    const onChanged = open()
    await userEvent.click(screen.getByRole('button', { name: deletionText.open }))
    const word = screen.getByLabelText(deletionText.wordLabel)
    expect(ask()).toHaveProperty('disabled', true)
    await userEvent.type(word, 'מחק{Enter}')
    expect(api.requestAccountDeletion).not.toHaveBeenCalled()
    await userEvent.clear(word)
    await userEvent.type(word, ' מחיקה ')
    await userEvent.click(ask())
    await waitFor(() =>
      expect(onChanged).toHaveBeenCalledExactlyOnceWith({ ...dana, deletionDueAt: '2026-12-05T10:00:00Z' }),
    )
  })

  it('can be left at the last moment', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: deletionText.open }))
    await userEvent.click(screen.getByRole('button', { name: deletionText.cancel }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.requestAccountDeletion).not.toHaveBeenCalled()
  })

  it('names the day once it was asked for', () => {
    open(danaSession({ profile: { ...dana, deletionDueAt: '2026-12-05T10:00:00Z' } }))
    expect(screen.getByText(deletionText.alreadyAsked('5 בדצמבר 2026'))).toBeTruthy()
    expect(screen.queryByRole('button', { name: deletionText.open })).toBeNull()
  })
})

it('says which pages were opened in a viewing, to whoever asks', async () => {
  const look = { id: 7, firstName: 'נועה', role: 'admin', what: 'viewing', occurredAt: '2026-11-20T10:00:00Z' }
  api.fetchRecordViews.mockResolvedValue({ lines: [look, { ...look, id: 8, what: 'record' }], total: 2 })
  api.fetchViewedPages
    .mockRejectedValueOnce(new Error())
    .mockResolvedValueOnce([{ kind: 'lesson', title: 'ריבית', openedAt: '2026-11-20T10:01:00Z' }])
  open()
  const views = part(recordViewsText.title)
  expect(await views.findAllByText(recordViewsText.pages)).toHaveLength(1)
  expect(api.fetchViewedPages).not.toHaveBeenCalled()
  await userEvent.click(views.getByText(recordViewsText.pages))
  await views.findByText(recordViewsText.pagesFailed)
  await userEvent.click(views.getByRole('button'))
  const pages = await views.findByRole('list', { name: recordViewsText.pages })
  expect(pages.textContent).toBe('שיעור: ריבית20 בנוב׳ 2026, 12:01')
  expect(api.fetchViewedPages).toHaveBeenLastCalledWith(7)
})
