import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { playerText } from './player.he'
import { playerSettingsText } from './player-settings.he'
import { setUpPlayer, showPlayer } from './test-lesson-player'
import { load, playTo } from './test-media'

vi.mock('./lesson-videos.calls', () => ({ signLessonVideo: vi.fn() }))

setUpPlayer()

describe('captions', () => {
  const two = [
    { lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nשלום' },
    { lang: 'en', label: 'English', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nHello\n\n00:06.000 --> 00:09.000\nBye' },
  ]

  it('are read in the chosen language and size, which are remembered', async () => {
    const first = await showPlayer({ captions: two })
    act(() => load(first.video, 620))
    expect(screen.getByText('שלום')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: playerText.settings }))
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(0))
    fireEvent.click(screen.getByRole('radio', { name: 'English' }))
    fireEvent.click(screen.getByRole('radio', { name: playerSettingsText.captionSizes.largest }))
    expect(screen.getByText('Hello').parentElement?.style.fontSize).toMatch(/\* ?2\)/)
    first.unmount()
    const second = await showPlayer({ captions: two })
    act(() => load(second.video, 620))
    expect(screen.getByText('Hello').parentElement?.style.fontSize).toMatch(/\* ?2\)/)
    act(() => playTo(second.video, 5.5))
    expect(screen.queryByText('Hello')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(second.video, 5.5))
    await act(() => vi.advanceTimersByTimeAsync(100))
    act(() => playTo(second.video, 6))
    expect(screen.getByText('Bye')).toBeTruthy()
  })

  it('are not offered where there are none', async () => {
    await showPlayer({ captions: [] })
    expect(screen.queryByRole('button', { name: playerText.captions })).toBeNull()
  })
})
