import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { profileText } from '~/account/dashboard/dashboard.he'
import { registerText } from '~/session/sign-in/sign-in.he'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { ProfileScreen } from './profile-screen'

const mocks = vi.hoisted(() => ({ updateProfile: vi.fn(), signOut: vi.fn(), toast: { success: vi.fn() } }))
vi.mock('~/session/student/users.calls', () => mocks)
vi.mock('~/session/student/sign-out.calls', () => mocks)
vi.mock('~/shared/ui/toast', () => mocks)

const withoutPhone = danaSession({ phoneUpdateRequired: true, profile: { ...dana, phoneNumber: null } })
const phone = () => screen.getByRole('textbox', { name: registerText.phone })
const save = () => screen.getByRole('button', { name: profileText.submit })

function open(session = danaSession()) {
  setSession(session)
  const onSaved = vi.fn()
  screenAt('/profile', <ProfileScreen onSaved={onSaved} />)
  return onSaved
}

beforeEach(() => {
  mocks.updateProfile.mockReset().mockImplementation(async (_id, change) => ({ ...dana, ...change }))
  mocks.toast.success.mockReset()
})

describe('the profile', () => {
  it('[2.1-08] [2.10-01] saves names and phone', async () => {
    const onSaved = open()
    await waitFor(() => expect(phone()).toHaveProperty('value', '050-123-4567'))
    expect(screen.getByText(dana.email)).toBeTruthy()
    expect(save()).toHaveProperty('disabled', true)
    await userEvent.clear(screen.getByLabelText(registerText.firstName))
    await userEvent.type(screen.getByLabelText(registerText.firstName), 'דניאלה')
    await userEvent.click(save())
    const change = { firstName: 'דניאלה', lastName: 'כהן', phoneNumber: '+972501234567', consentsGiven: true }
    await waitFor(() => expect(mocks.updateProfile).toHaveBeenCalledExactlyOnceWith(dana.id, change))
    expect(onSaved).toHaveBeenCalledExactlyOnceWith({ ...dana, ...change })
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('Profile updated successfully')
  })

  it('[2.10-01] keeps what is corrected while a save is on its way, to be saved next', async () => {
    let arrive = () => {}
    mocks.updateProfile.mockImplementationOnce(async (_id, change) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return { ...dana, ...change, lastName: 'כהן־לוי' }
    })
    open()
    const firstName = screen.getByLabelText(registerText.firstName)
    await userEvent.type(firstName, 'ה')
    await userEvent.click(save())
    await userEvent.type(firstName, ' רות')
    arrive()
    await waitFor(() => expect(mocks.toast.success).toHaveBeenCalledTimes(1))
    expect(firstName).toHaveProperty('value', 'דנהה רות')
    expect(screen.getByLabelText(registerText.lastName)).toHaveProperty('value', 'כהן־לוי')
    expect(save()).toHaveProperty('disabled', false)
    await userEvent.click(save())
    await waitFor(() => expect(mocks.updateProfile).toHaveBeenCalledTimes(2))
    expect(mocks.updateProfile.mock.lastCall?.[1]).toMatchObject({ firstName: 'דנהה רות', lastName: 'כהן־לוי' })
    await waitFor(() => expect(save()).toHaveProperty('disabled', true))
  })

  it('[5-01] [5-05] asks for names and for terms and privacy where an account has none', async () => {
    const nobody = { ...dana, firstName: '', lastName: '', phoneNumber: null, consentsGiven: false }
    open(danaSession({ phoneUpdateRequired: true, profile: nobody }))
    expect(screen.getByText(profileText.detailsTitle)).toBeTruthy()
    await userEvent.type(screen.getByLabelText(registerText.firstName), 'דנה')
    await userEvent.type(screen.getByLabelText(registerText.lastName), 'כהן')
    await userEvent.type(phone(), '501234567')
    await userEvent.click(save())
    expect(await screen.findByText('יש לאשר את תנאי השימוש')).toBeTruthy()
    expect(mocks.updateProfile).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('checkbox', { name: /תנאי השימוש/ }))
    await userEvent.click(save())
    const change = { firstName: 'דנה', lastName: 'כהן', phoneNumber: '+972501234567', consentsGiven: true }
    await waitFor(() => expect(mocks.updateProfile).toHaveBeenCalledExactlyOnceWith(dana.id, change))
  })

  it('[2.10-02] greets by name and asks for the phone', () => {
    open(withoutPhone)
    expect(screen.getByText('שלום דנה, צריך לעדכן את מספר הטלפון')).toBeTruthy()
    expect(phone()).toHaveProperty('value', '')
  })

  it('[2.10-02] asks for nothing when the phone is fine', () => {
    open()
    expect(screen.queryByText(/צריך לעדכן/)).toBeNull()
  })

  it('[5-04] [8-06] says that the phone is taken, and keeps what was typed', async () => {
    mocks.updateProfile.mockRejectedValue(new AppError('PHONE_ALREADY_EXISTS'))
    open(withoutPhone)
    await userEvent.type(phone(), '0501234567')
    await userEvent.click(save())
    expect((await screen.findByRole('alert')).textContent).toBe(profileText.phoneTaken)
    expect(phone()).toHaveProperty('value', '0501234567')
  })

  it('[5-06] refuses a number that is none', async () => {
    open(withoutPhone)
    await userEvent.type(phone(), '12')
    await userEvent.click(save())
    expect(await screen.findByText(registerText.phoneInvalid)).toBeTruthy()
    expect(mocks.updateProfile).not.toHaveBeenCalled()
  })
})
