import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { UnsubscribeLink } from './unsubscribe.calls'
import { unsubscribeText } from './unsubscribe.he'
import { UnsubscribeScreen } from './unsubscribe-screen'

const link = (changes: Partial<UnsubscribeLink> = {}): UnsubscribeLink => ({
  state: 'subscribed',
  maskedEmail: 'd***@e***.com',
  canReturn: false,
  ...changes,
})
const open = (shown: UnsubscribeLink | null, failed = false) =>
  screenAt('/unsubscribe', <UnsubscribeScreen link={shown} token="a b" failed={failed} />)
const form = () => screen.getByRole('button').closest('form')

it('is a plain form that posts the link back', () => {
  open(link())
  expect(screen.getByRole('heading').textContent).toBe(unsubscribeText.titles.subscribed)
  expect(screen.getByText('d***@e***.com')).toBeTruthy()
  expect(form()?.getAttribute('method')).toBe('post')
  expect(form()?.getAttribute('action')).toBe('/unsubscribe?token=a%20b')
})

it('offers the way back only where the link may take it', () => {
  open(link({ state: 'unsubscribed', canReturn: true }))
  expect(form()?.getAttribute('action')).toBe('/unsubscribe?token=a%20b&return')
})

it('leads to the profile where it may not', () => {
  open(link({ state: 'unsubscribed' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/profile/privacy')
})

it('an unknown link has ways on', () => {
  open(link({ state: 'unknown', maskedEmail: null }))
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['/profile/privacy', '/contact'])
})

it('without an answer of the database it can still be pressed', () => {
  open(null, true)
  expect(screen.getByRole('alert').textContent).toBe(unsubscribeText.failed)
  expect(screen.getByRole('button', { name: unsubscribeText.stop })).toBeTruthy()
})
