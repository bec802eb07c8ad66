import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { GatePage } from '~/account/agreement/gate-page'
import { type SessionState, setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { screenAt } from '~/shared/testing/screen-at'
import { PhoneGate } from './phone-gate'
import { phoneGateText as gateText } from './phone-gate.he'

const mocks = vi.hoisted(() => ({ signOut: vi.fn() }))
vi.mock('~/session/student/sign-out.calls', () => mocks)
vi.mock('~/account/agreement/agreement-page', () => ({ AgreementPage: () => 'the agreement' }))

function open(path: string, session: SessionState = danaSession({ phoneUpdateRequired: true })) {
  setSession(session)
  return screenAt(path, <PhoneGate card={GatePage}>the page</PhoneGate>)
}

describe('the phone gate', () => {
  it.each(['/', '/dashboard', '/courses', '/news'])('[2.11-07] replaces %s', async (path) => {
    open(path)
    expect(await screen.findByRole('heading', { name: 'נדרש עדכון מספר טלפון' })).toBeTruthy()
    expect(screen.queryByText('the page')).toBeNull()
  })

  it.each(['/profile', '/auth/callback', '/login', '/register', '/terms', '/contact', '/accessibility'])(
    '[2.11-07] [2.10-01] leaves %s alone',
    (path) => {
      open(path)
      expect(screen.getByText('the page')).toBeTruthy()
    },
  )

  it('[5-01] asks who has agreed to nothing for the details before anything else', async () => {
    open('/dashboard', danaSession({ profile: { ...dana, consentsGiven: false } }))
    expect(await screen.findByRole('heading', { name: gateText.detailsTitle })).toBeTruthy()
    expect(screen.getByRole('link', { name: gateText.detailsButton }).getAttribute('href')).toBe('/profile')
    expect(screen.queryByText('the page')).toBeNull()
  })

  it('[2.1-17] asks who agreed to an older text to agree again, after the phone, and closes no way out', async () => {
    const owing = danaSession({ profile: { ...dana, owesAgreement: true } })
    open('/dashboard', owing)
    expect(await screen.findByText('the agreement')).toBeTruthy()
    for (const path of ['/terms', '/privacy', '/profile/privacy', '/contact']) {
      cleanup()
      open(path, owing)
      expect(screen.getByText('the page')).toBeTruthy()
    }
    cleanup()
    open('/dashboard', { ...owing, phoneUpdateRequired: true })
    expect(await screen.findByRole('heading', { name: gateText.phoneTitle })).toBeTruthy()
  })

  it('[2.11-07] leaves everyone else alone', () => {
    open('/', danaSession())
    expect(screen.getByText('the page')).toBeTruthy()
  })

  it('[2.11-08] leads to the profile and gives the reasons; the way out stays open', async () => {
    open('/dashboard')
    const link = await screen.findByRole('link', { name: gateText.phoneButton })
    expect(link.getAttribute('href')).toBe('/profile')
    for (const reason of ['אבטחה', 'שחזור', 'התראות', 'רגולציה']) expect(screen.getByText(reason)).toBeTruthy()
    for (const name of ['תנאי שימוש', 'פרטיות', 'נגישות', 'יצירת קשר'])
      expect(screen.getByRole('link', { name })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: gateText.signOut }))
    expect(mocks.signOut).toHaveBeenCalledOnce()
  })
})
