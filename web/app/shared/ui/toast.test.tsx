import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { pass } from '~/shared/testing/screen-at'
import { toast, toasterIsReady } from './toast'
import { Toaster } from './toaster'

it('says a thing once however often it is raised, and again while the one before is leaving', async () => {
  vi.useFakeTimers()
  try {
    render(<Toaster />)
    toasterIsReady()
    void toast.info('נשמר')
    void toast.info('נשמר')
    await pass(100)
    expect(screen.getAllByText('נשמר')).toHaveLength(1)
    // It leaves after four seconds, and takes a fifth of one for it.
    await pass(4_000)
    void toast.info('נשמר')
    await pass(1_000)
    expect(screen.getAllByText('נשמר')).toHaveLength(1)
    await pass(4_000)
    expect(screen.queryByText('נשמר')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
