import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { codeText, freshSignInText } from '~/session/fresh-sign-in/account.he'
import { callFunction } from '~/shared/client/call-function'
import { AppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'
import { screenAt } from '~/shared/testing/screen-at'
import { reasonText } from '~/staff/shared/reason-dialog.he'
import { InviteDialog } from '~/staff/team/invite-dialog'
import { invitationsText as team } from '~/staff/team/team.he'
import { approvalRefusals, approvalsText as text } from './approvals.he'
import { RefusalAnswers } from './refusal-answers'

const server = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({
    rpc: (name: string, args: unknown) => ({ abortSignal: async () => server.rpc(name, args) }),
  }),
}))
const proofs = vi.hoisted(() => ({
  reauthenticationMethod: vi.fn(),
  mailFreshCode: vi.fn(),
  submitReauthentication: vi.fn(),
}))
vi.mock('~/session/fresh-sign-in/fresh-sign-in.calls', () => proofs)
vi.mock('~/session/tokens/auth-client', () => ({
  loadAuthClient: async () => ({ signInWithOtp: async () => ({ error: null }) }),
}))

const ok = (data: unknown) => ({ data, error: null, status: 200 })
const refused = (code: string, details = '') => ({ data: null, error: { code, message: 'no', details }, status: 403 })
const old = refused('REAUTHENTICATION_NEEDED')
const wants = (approvers: number) =>
  refused('APPROVAL_NEEDED', JSON.stringify({ action: 'backup', subject: { file: 'a.tar.gz' }, approvers }))

/** What the server answers to each function, the last for good. */
let answers: Record<string, unknown[]>
const calls = (name: string) => server.rpc.mock.calls.filter(([called]) => called === name)

beforeEach(() => {
  answers = { list_team: [ok({ members: [], invitations: [], roles: ['analyst'] })] }
  server.rpc.mockReset().mockImplementation((name: string) => {
    const left = answers[name] ?? [ok(null)]
    return left.length > 1 ? left.shift() : left[0]
  })
  for (const mock of Object.values(proofs)) mock.mockReset()
  proofs.reauthenticationMethod.mockResolvedValue({ kind: 'mail', email: 'noa@academy.example' })
  proofs.mailFreshCode.mockResolvedValue(undefined)
  proofs.submitReauthentication.mockResolvedValue(undefined)
})

const over = () => screenAt('/admin', <RefusalAnswers />)
const download = () => callFunction('make_backup_link', { file: 'a.tar.gz' }, 5000)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a call that wants a fresh proof', () => {
  it('over a form: what was typed stays, and the call goes out again with the same values', async () => {
    answers.create_admin_invitation = [old, ok({ token: 't', role_id: 'r' })]
    screenAt(
      '/admin',
      <>
        <InviteDialog onClose={() => undefined} />
        <RefusalAnswers />
      </>,
    )
    await userEvent.type(await screen.findByLabelText(team.email), 'new@academy.example')
    await press(team.send)
    const code = await screen.findByLabelText(codeText.mailLabel)
    expect(screen.getByRole('dialog', { name: freshSignInText.title })).toBeTruthy()
    await userEvent.type(code, '123456')
    await waitFor(() => expect(calls('create_admin_invitation')).toHaveLength(2))
    const [first, second] = calls('create_admin_invitation')
    expect(second).toEqual(first)
    expect(second?.[1]).toMatchObject({ email: 'new@academy.example' })
    expect(proofs.submitReauthentication).toHaveBeenCalledOnce()
  })

  it('declined leaves the form with its values and says what is wanted', async () => {
    answers.create_admin_invitation = [old]
    screenAt(
      '/admin',
      <>
        <InviteDialog onClose={() => undefined} />
        <RefusalAnswers />
      </>,
    )
    await userEvent.type(await screen.findByLabelText(team.email), 'new@academy.example')
    await press(team.send)
    await screen.findByLabelText(codeText.mailLabel)
    await press(freshSignInText.cancel)
    expect((await screen.findByRole('alert')).textContent).toBe(errorMessages.REAUTHENTICATION_NEEDED)
    expect(screen.getByLabelText<HTMLInputElement>(team.email).value).toBe('new@academy.example')
    expect(calls('create_admin_invitation')).toHaveLength(1)
  })

  it('is asked for once for several calls at a time', async () => {
    answers.make_backup_link = [old, old, ok('one'), ok('two')]
    over()
    const both = Promise.all([download(), download()])
    await userEvent.type(await screen.findByLabelText(codeText.mailLabel), '123456')
    expect(await both).toEqual(['one', 'two'])
    expect(proofs.submitReauthentication).toHaveBeenCalledOnce()
    expect(proofs.mailFreshCode).toHaveBeenCalledOnce()
  })

  it.each([
    ['a wrong or old code', new AppError('INVALID_CREDENTIALS'), codeText.mailWrong],
    ['too many codes', new AppError('TOO_MANY_REQUESTS'), errorMessages.TOO_MANY_REQUESTS],
    ['no connection', new AppError('NETWORK_ERROR'), errorMessages.NETWORK_ERROR],
  ])('%s is said in the dialog, which takes the next code', async (_, failure, words) => {
    answers.make_backup_link = [old, ok('link')]
    proofs.submitReauthentication.mockRejectedValueOnce(failure)
    over()
    const link = download()
    const field = await screen.findByLabelText(codeText.mailLabel)
    await userEvent.type(field, '111111')
    expect(await screen.findByText(words)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '222222')
    expect(await link).toBe('link')
  })

  it('of who leaves the page is not sent again', async () => {
    answers.make_backup_link = [old]
    const { unmount } = over()
    const link = download()
    await screen.findByLabelText(codeText.mailLabel)
    unmount()
    await expect(link).rejects.toMatchObject({ code: 'REAUTHENTICATION_NEEDED' })
  })
})

describe('a call that wants another person', () => {
  it('is asked for with a reason, and says what comes next', async () => {
    answers.make_backup_link = [old, wants(1)]
    over()
    const link = download().catch((cause: Error) => cause)
    await userEvent.type(await screen.findByLabelText(codeText.mailLabel), '123456')
    await screen.findByText(text.askLead(text.acts.backup))
    await userEvent.type(screen.getByRole('textbox', { name: reasonText.reason }), 'מעבר שרת')
    await press(text.ask)
    expect(await link).toMatchObject({ code: 'APPROVAL_NEEDED', message: text.requested })
    expect(calls('request_approval')[0]?.[1]).toEqual({
      action: 'backup',
      subject: { file: 'a.tar.gz' },
      reason: 'מעבר שרת',
    })
    expect(calls('make_backup_link')).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is not asked for stays refused', async () => {
    answers.make_backup_link = [wants(1)]
    over()
    const link = download().catch((cause: Error) => cause)
    await screen.findByText(text.askTitle)
    await press(reasonText.cancel)
    expect(await link).toMatchObject({ code: 'APPROVAL_NEEDED', message: errorMessages.APPROVAL_NEEDED })
    expect(calls('request_approval')).toEqual([])
  })

  it('says so when nobody is there who could', async () => {
    answers.make_backup_link = [wants(0)]
    over()
    await expect(download()).rejects.toMatchObject({ message: text.nobody })
  })

  it('tells why a request is not taken, and keeps the reason', async () => {
    answers.make_backup_link = [wants(1)]
    answers.request_approval = [refused('TOO_MANY_REQUESTS')]
    over()
    void download().catch(() => undefined)
    const reason = await screen.findByRole<HTMLInputElement>('textbox', { name: reasonText.reason })
    await userEvent.type(reason, 'מעבר שרת')
    await press(text.ask)
    expect((await screen.findByRole('alert')).textContent).toBe(approvalRefusals.TOO_MANY_REQUESTS)
    expect(reason.value).toBe('מעבר שרת')
  })
})
