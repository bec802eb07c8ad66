import { expect, it } from 'vitest'
import { INBOXES, mailProviderOf } from './mail-provider.rules'

it.each([
  ['dana@gmail.com', 'gmail'],
  [' Dana@GoogleMail.com ', 'gmail'],
  ['dana@hotmail.co.il', 'outlook'],
  ['dana@live.com', 'outlook'],
  ['dana@yahoo.com', 'yahoo'],
  ['dana@me.com', 'icloud'],
  ['dana@walla.co.il', 'walla'],
  ['dana@notgmail.com', 'other'],
  ['dana@gmail.com.evil.example', 'other'],
  ['d***@g***.com', 'other'],
  ['', 'other'],
])('%j is read at %s', (address, provider) => expect(mailProviderOf(address)).toBe(provider))

it('inboxes are reached over https', () => {
  for (const address of Object.values(INBOXES)) expect(new URL(address).protocol).toBe('https:')
})
