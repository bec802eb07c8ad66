import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { keyboardHelpText } from './keyboard-help.he'
import { playerText } from './player.he'
import { pressKey, setUpPlayer, showPlayer } from './test-lesson-player'
import { end, load } from './test-media'

vi.mock('./lesson-videos.calls', () => ({ signLessonVideo: vi.fn() }))

setUpPlayer()

describe('keys', () => {
  it('act while the focus is in the player, also with a Hebrew keyboard', async () => {
    const { video, region } = await showPlayer()
    act(() => load(video, 600))
    pressKey(region, 'Space', ' ')
    expect(video.paused).toBe(false)
    pressKey(region, 'KeyK', 'ל')
    expect(video.paused).toBe(true)
    pressKey(region, 'KeyL', 'ך')
    expect(video.currentTime).toBe(10)
    pressKey(region, 'KeyJ', 'ח')
    expect(video.currentTime).toBe(0)
    pressKey(region, 'ArrowRight')
    expect(video.currentTime).toBe(5)
    pressKey(region, 'ArrowLeft')
    expect(video.currentTime).toBe(0)
    pressKey(region, 'Digit7', '7')
    expect(video.currentTime).toBe(420)
    pressKey(region, 'ArrowDown')
    expect(video.volume).toBe(0.9)
    pressKey(region, 'KeyM', 'צ')
    expect(video.muted).toBe(true)
    fireEvent.keyDown(region, { code: 'Period', key: '>', shiftKey: true })
    expect(video.playbackRate).toBe(1.25)
    fireEvent.keyDown(region, { code: 'Comma', key: '<', shiftKey: true })
    expect(video.playbackRate).toBe(1)
    pressKey(region, 'KeyC', 'ב')
    expect(screen.getByRole('button', { name: playerText.captions }).getAttribute('aria-pressed')).toBe('false')
  })

  it('leave alone what is typed, what moves the page, and what has a modifier', async () => {
    const { video, region } = await showPlayer()
    act(() => load(video, 600))
    render(<input aria-label="חיפוש" />)
    pressKey(screen.getByRole('textbox', { name: 'חיפוש' }), 'KeyK', 'k')
    for (const code of ['ArrowDown', 'Home', 'End']) pressKey(document.body, code, code)
    expect(video.volume).toBe(1)
    fireEvent.keyDown(region, { code: 'KeyL', key: 'l', ctrlKey: true })
    pressKey(screen.getByRole('button', { name: playerText.forward }), 'Space', ' ')
    expect(video.paused).toBe(true)
    expect(video.currentTime).toBe(0)
  })

  it('leave to a control in the player what it does with a key itself', async () => {
    const { video } = await showPlayer({ endCard: <input type="checkbox" aria-label="המשך אוטומטי" /> })
    act(() => load(video, 600))
    const speed = screen.getByRole('combobox', { name: playerText.speed })
    const volume = screen.getByRole('slider', { name: playerText.volume })
    for (const code of ['ArrowRight', 'ArrowDown', 'Home', 'End', 'Digit5', 'Numpad5']) {
      for (const control of [speed, volume]) expect(pressKey(control, code)).toBe(true)
    }
    expect(video.currentTime).toBe(0)
    expect(video.volume).toBe(1)
    const timeline = screen.getByRole('slider', { name: playerText.timeline })
    pressKey(timeline, 'ArrowRight')
    expect(video.currentTime).toBe(5)
    pressKey(timeline, 'Digit5', '5')
    expect(video.currentTime).toBe(300)
    pressKey(volume, 'Space', ' ')
    expect(video.paused).toBe(false)
    act(() => end(video))
    expect(pressKey(screen.getByRole('checkbox', { name: 'המשך אוטומטי' }), 'Space', ' ')).toBe(true)
    expect(video.currentTime).toBe(600)
  })

  it('act on the whole page, unless the person keeps them to the player', async () => {
    const { video, region } = await showPlayer()
    act(() => load(video, 600))
    pressKey(document.body, 'KeyL', 'ך')
    pressKey(document.body, 'ArrowRight', 'ArrowRight')
    expect(video.currentTime).toBe(15)
    pressKey(region, 'Slash', '?')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByText(keyboardHelpText.helpHint.everywhere)).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: keyboardHelpText.keysEverywhere }))
    expect(screen.getByText(keyboardHelpText.helpHint.inPlayer)).toBeTruthy()
    pressKey(screen.getByRole('dialog'), 'Escape', 'Escape')
    pressKey(document.body, 'KeyL', 'ך')
    expect(video.currentTime).toBe(15)
    pressKey(region, 'KeyL', 'ך')
    expect(video.currentTime).toBe(25)
  })

  it('of the page act and are explained beside those of the player', async () => {
    const run = vi.fn()
    const { region } = await showPlayer({ shortcuts: [{ code: 'KeyN', label: 'N', action: 'הערה חדשה', run }] })
    pressKey(region, 'KeyN', 'מ')
    fireEvent.keyDown(region, { code: 'KeyN', key: 'n', ctrlKey: true })
    expect(run).toHaveBeenCalledTimes(1)
    pressKey(region, 'Slash', '?')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('dialog').textContent).toContain('הערה חדשה')
  })

  it('are explained by ?, and the focus comes back to the player', async () => {
    const { region } = await showPlayer()
    region.focus()
    pressKey(region, 'Slash', '?')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('dialog', { name: playerText.help })).toBeTruthy()
    pressKey(screen.getByRole('dialog'), 'Escape', 'Escape')
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(region)
  })
})
