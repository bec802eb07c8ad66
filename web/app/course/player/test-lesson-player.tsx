import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { resetPagePreferences } from '~/shared/storage/preferences'
import { LessonPlayer, type LessonPlayerProps } from './lesson-player'
import { signLessonVideo } from './lesson-videos.calls'
import { installTestMedia } from './test-media'

/** Signs addresses of videos, counting them; the file of the test mocks `lesson-videos.calls`. */
export const signedVideos = vi.mocked(signLessonVideo)

const CAPTIONS = [{ lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nשלום' }]

/** A lesson of ten minutes in its player, whose address has come. */
export async function showPlayer(changed: Partial<LessonPlayerProps> = {}) {
  const props: LessonPlayerProps = {
    title: 'מהי ריבית',
    video: { provider: 'file', ref: 'demo/interest.mp4' },
    poster: null,
    captions: CAPTIONS,
    durationSeconds: 620,
    startAt: 0,
    watched: [[0, 60]],
    onPlayer: () => undefined,
    endCard: <p>סוף</p>,
    ...changed,
  }
  const view = render(<LessonPlayer {...props} />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  const video = view.container.querySelector('video')
  return { ...view, video: video as HTMLVideoElement, region: screen.getByRole('region') }
}

export const pressKey = (element: HTMLElement, code: string, key = code) => fireEvent.keyDown(element, { code, key })

/** Whether the window is wide. */
export const stubWindow = (roomy: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: roomy && query.includes('min-width'),
    addEventListener() {},
    removeEventListener() {},
  }))

/** Each test begins in a narrow window, by a clock of its own, as nobody, without habits. */
export function setUpPlayer(): void {
  beforeEach(() => {
    stubWindow(false)
    vi.useFakeTimers()
    installTestMedia()
    localStorage.clear()
    resetPagePreferences()
    sessionStorage.clear()
    let signed = 0
    signedVideos.mockReset().mockImplementation(async (path) => `/signed/${path}?token=${++signed}`)
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    setSession({ status: 'unknown' })
  })
}
