import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FileRefusedError } from '~/course/files/stored-files.calls'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { playerText } from './player.he'
import { setUpPlayer, showPlayer, signedVideos } from './test-lesson-player'
import { failPlayback, load, playTo } from './test-media'

vi.mock('./lesson-videos.calls', () => ({ signLessonVideo: vi.fn() }))

setUpPlayer()

describe('trouble', () => {
  it('renews an expired address without losing the second, and plays on', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(video, 300))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    act(() => failPlayback(video))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(video.getAttribute('src')).toBe('/signed/demo/interest.mp4?token=2#attempt=1')
    expect(screen.queryByText(playerText.failedTitle)).toBeNull()
    act(() => load(video, 620))
    expect(video.currentTime).toBe(300)
    expect(video.paused).toBe(false)
  })

  it('plays a video whose play button was pressed while its address was renewed', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    act(() => playTo(video, 300))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    act(() => failPlayback(video))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: playerText.play })))
    await act(() => vi.advanceTimersByTimeAsync(0))
    act(() => load(video, 620))
    expect(video.currentTime).toBe(300)
    expect(video.paused).toBe(false)
  })

  it('stays still where the browser let nothing play without a press', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    vi.spyOn(video, 'play').mockRejectedValueOnce(new DOMException('A press is missing', 'NotAllowedError'))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: playerText.play })))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    act(() => failPlayback(video))
    await act(() => vi.advanceTimersByTimeAsync(0))
    act(() => load(video, 620))
    expect(video.paused).toBe(true)
  })

  it('stays still where the session runs out while the address of a playing video is renewed', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(video, 300))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    act(() => failPlayback(video))
    act(() => setSession(danaSession({ lapsed: true })))
    await act(() => vi.advanceTimersByTimeAsync(0))
    act(() => load(video, 620))
    expect(video.paused).toBe(true)
  })

  it('tries again by itself when the connection is gone, at once when it is back, and plays on', async () => {
    const { video } = await showPlayer({ startAt: 100 })
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(video, 130))
    signedVideos.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    act(() => failPlayback(video))
    expect(screen.getByText(playerText.retryingTitle)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(signedVideos).toHaveBeenCalledTimes(2)
    act(() => void window.dispatchEvent(new Event('online')))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(signedVideos).toHaveBeenCalledTimes(3)
    act(() => load(video, 620))
    expect(video.currentTime).toBe(130)
    expect(video.paused).toBe(false)
    expect(screen.queryByText(playerText.retryingTitle)).toBeNull()
  })

  it('loads the video anew at an address that was signed in the same second', async () => {
    signedVideos.mockResolvedValue('/signed/demo/interest.mp4?token=1')
    const { video } = await showPlayer()
    const before = video.getAttribute('src')
    act(() => failPlayback(video))
    act(() => void window.dispatchEvent(new Event('online')))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(video.getAttribute('src')).toContain('?token=1#')
    expect(video.getAttribute('src')).not.toBe(before)
  })

  it('says once where it went on, and not again after a loss of connection', async () => {
    const { video } = await showPlayer({ startAt: 100 })
    const offer = () => screen.queryByRole('button', { name: playerText.fromStart })
    act(() => failPlayback(video))
    expect(offer()).toBeNull()
    act(() => void window.dispatchEvent(new Event('online')))
    await act(() => vi.advanceTimersByTimeAsync(0))
    act(() => load(video, 620))
    expect(offer()).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(video, 130))
    act(() => failPlayback(video))
    act(() => void window.dispatchEvent(new Event('online')))
    await act(() => vi.advanceTimersByTimeAsync(0))
    act(() => load(video, 620))
    expect(screen.queryByText(playerText.retryingTitle)).toBeNull()
    expect(offer()).toBeNull()
  })

  it('leaves the next try to the person after some of its own, and goes on from the same second', async () => {
    const { video } = await showPlayer({ startAt: 100 })
    for (let tries = 0; tries < 6; tries++) {
      act(() => failPlayback(video))
      await act(() => vi.advanceTimersByTimeAsync(tries < 5 ? 60_000 : 0))
    }
    expect(screen.getByRole('alert').textContent).toContain(playerText.failedTitle)
    const before = signedVideos.mock.calls.length
    fireEvent.click(screen.getByRole('button', { name: playerText.retry }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(signedVideos).toHaveBeenCalledTimes(before + 1)
    act(() => load(video, 620))
    expect(video.currentTime).toBe(100)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('takes a video that hangs for one that is gone', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    act(() => void video.dispatchEvent(new Event('waiting')))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.getByText(playerText.retryingTitle)).toBeTruthy()
  })

  it('[2.1-14] says so when the server refuses the video, without asking again', async () => {
    signedVideos.mockRejectedValue(new FileRefusedError('403'))
    await showPlayer()
    expect(screen.getByRole('alert').textContent).toContain(playerText.failedTitle)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(signedVideos).toHaveBeenCalledTimes(1)
  })

  it('waits for the session when that has run out, and goes on with it', async () => {
    const student = { status: 'student', userId: 'u', email: 'd@example.org', emailVerified: true } as const
    setSession({ ...student, isActive: true, phoneUpdateRequired: false, lapsed: true })
    signedVideos.mockRejectedValueOnce(new FileRefusedError('400'))
    const { video } = await showPlayer()
    expect(screen.getByText(playerText.retryingTitle)).toBeTruthy()
    act(() => setSession({ ...student, isActive: true, phoneUpdateRequired: false }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(signedVideos).toHaveBeenCalledTimes(2)
    act(() => load(video, 620))
    expect(screen.queryByText(playerText.retryingTitle)).toBeNull()
  })
})
