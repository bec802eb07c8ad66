import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileRefusedError } from '~/course/files/stored-files.calls'
import { setSession } from '~/session/student/session-store'
import { forgetHabitsOfThisPage } from '~/shared/storage/habits'
import { keyboardHelpText } from './keyboard-help.he'
import { LessonPlayer, type LessonPlayerProps } from './lesson-player'
import { signLessonVideo } from './lesson-videos.calls'
import { playerText } from './player.he'
import { playerSettingsText } from './player-settings.he'
import { breakDown, end, installTestMedia, load, playTo } from './test-media'
import { vimeoText } from './vimeo.he'

vi.mock('./lesson-videos.calls', () => ({ signLessonVideo: vi.fn() }))

const sign = vi.mocked(signLessonVideo)
const CAPTIONS = [{ lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nשלום' }]

async function show(changed: Partial<LessonPlayerProps> = {}) {
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

const press = (element: HTMLElement, code: string, key = code) => fireEvent.keyDown(element, { code, key })

let roomy = false

beforeEach(() => {
  roomy = false
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: roomy && query.includes('min-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.useFakeTimers()
  installTestMedia()
  localStorage.clear()
  forgetHabitsOfThisPage()
  sessionStorage.clear()
  let signed = 0
  sign.mockReset().mockImplementation(async (path) => `/signed/${path}?token=${++signed}`)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setSession({ status: 'unknown' })
})

describe('playing', () => {
  it('plays and pauses with the button', async () => {
    const { video } = await show()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    expect(video.paused).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: playerText.pause }))
    expect(video.paused).toBe(true)
  })

  it('shows where it is from left to right, in digits that keep their order', async () => {
    const { video } = await show()
    act(() => load(video, 620))
    act(() => playTo(video, 252.4))
    const timeline = screen.getByRole('slider', { name: playerText.timeline })
    expect(timeline.getAttribute('dir')).toBe('ltr')
    expect(timeline.getAttribute('aria-valuetext')).toBe('4:12 מתוך 10:20')
    expect(screen.getByText('4:12', { exact: false }).closest('bdi')?.dir).toBe('ltr')
    fireEvent.change(timeline, { target: { value: '300' } })
    expect(video.currentTime).toBe(300)
    act(() => playTo(video, 300.7))
    expect((timeline as HTMLInputElement).value).toBe('300')
  })

  it('remembers the speed and the captions', async () => {
    const first = await show()
    act(() => load(first.video, 620))
    fireEvent.change(screen.getByRole('combobox', { name: playerText.speed }), { target: { value: '1.5' } })
    expect(first.video.playbackRate).toBe(1.5)
    const captions = screen.getByRole('button', { name: playerText.captions })
    expect(captions.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(captions)
    expect(captions.getAttribute('aria-pressed')).toBe('false')
    first.unmount()
    const second = await show()
    expect(second.video.playbackRate).toBe(1.5)
    expect(screen.getByRole('button', { name: playerText.captions }).getAttribute('aria-pressed')).toBe('false')
  })

  it('shows what comes next at the end', async () => {
    const { video } = await show()
    act(() => load(video, 620))
    expect(screen.queryByText('סוף')).toBeNull()
    act(() => end(video))
    expect(screen.getByText('סוף')).toBeTruthy()
  })
})

describe('going on', () => {
  it('[3-15] starts at the saved second and says so, with the way back to the start', async () => {
    const { video } = await show({ startAt: 252 })
    expect(screen.getByText('ממשיכים מ־', { exact: false }).textContent).toBe('ממשיכים מ־4:12')
    act(() => load(video, 620))
    expect(video.currentTime).toBe(252)
    fireEvent.click(screen.getByRole('button', { name: playerText.fromStart }))
    expect(video.currentTime).toBe(0)
    expect(screen.queryByRole('button', { name: playerText.fromStart })).toBeNull()
  })
})

it('has no control of the volume where the system owns it', async () => {
  const volume = vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1)
  await show()
  expect(screen.queryByLabelText(playerText.volume)).toBeNull()
  volume.mockRestore()
  cleanup()
  await show()
  expect(screen.getByLabelText(playerText.volume)).toBeTruthy()
})

describe('keys', () => {
  it('act while the focus is in the player, also with a Hebrew keyboard', async () => {
    const { video, region } = await show()
    act(() => load(video, 600))
    press(region, 'Space', ' ')
    expect(video.paused).toBe(false)
    press(region, 'KeyK', 'ל')
    expect(video.paused).toBe(true)
    press(region, 'KeyL', 'ך')
    expect(video.currentTime).toBe(10)
    press(region, 'KeyJ', 'ח')
    expect(video.currentTime).toBe(0)
    press(region, 'ArrowRight')
    expect(video.currentTime).toBe(5)
    press(region, 'ArrowLeft')
    expect(video.currentTime).toBe(0)
    press(region, 'Digit7', '7')
    expect(video.currentTime).toBe(420)
    press(region, 'ArrowDown')
    expect(video.volume).toBe(0.9)
    press(region, 'KeyM', 'צ')
    expect(video.muted).toBe(true)
    fireEvent.keyDown(region, { code: 'Period', key: '>', shiftKey: true })
    expect(video.playbackRate).toBe(1.25)
    fireEvent.keyDown(region, { code: 'Comma', key: '<', shiftKey: true })
    expect(video.playbackRate).toBe(1)
    press(region, 'KeyC', 'ב')
    expect(screen.getByRole('button', { name: playerText.captions }).getAttribute('aria-pressed')).toBe('false')
  })

  it('leave alone what is typed, what moves the page, and what has a modifier', async () => {
    const { video, region } = await show()
    act(() => load(video, 600))
    render(<input aria-label="חיפוש" />)
    press(screen.getByRole('textbox', { name: 'חיפוש' }), 'KeyK', 'k')
    for (const code of ['ArrowDown', 'Home', 'End']) press(document.body, code, code)
    expect(video.volume).toBe(1)
    fireEvent.keyDown(region, { code: 'KeyL', key: 'l', ctrlKey: true })
    press(screen.getByRole('button', { name: playerText.forward }), 'Space', ' ')
    expect(video.paused).toBe(true)
    expect(video.currentTime).toBe(0)
  })

  it('act on the whole page, unless the person keeps them to the player', async () => {
    const { video, region } = await show()
    act(() => load(video, 600))
    press(document.body, 'KeyL', 'ך')
    press(document.body, 'ArrowRight', 'ArrowRight')
    expect(video.currentTime).toBe(15)
    press(region, 'Slash', '?')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByText(keyboardHelpText.helpHint.everywhere)).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: keyboardHelpText.keysEverywhere }))
    expect(screen.getByText(keyboardHelpText.helpHint.inPlayer)).toBeTruthy()
    press(screen.getByRole('dialog'), 'Escape', 'Escape')
    press(document.body, 'KeyL', 'ך')
    expect(video.currentTime).toBe(15)
    press(region, 'KeyL', 'ך')
    expect(video.currentTime).toBe(25)
  })

  it('of the page act and are explained beside those of the player', async () => {
    const run = vi.fn()
    const { region } = await show({ shortcuts: [{ code: 'KeyN', label: 'N', action: 'הערה חדשה', run }] })
    press(region, 'KeyN', 'מ')
    fireEvent.keyDown(region, { code: 'KeyN', key: 'n', ctrlKey: true })
    expect(run).toHaveBeenCalledTimes(1)
    press(region, 'Slash', '?')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('dialog').textContent).toContain('הערה חדשה')
  })

  it('are explained by ?, and the focus comes back to the player', async () => {
    const { region } = await show()
    region.focus()
    press(region, 'Slash', '?')
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('dialog', { name: playerText.help })).toBeTruthy()
    press(screen.getByRole('dialog'), 'Escape', 'Escape')
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(region)
  })
})

describe('the picture', () => {
  const pictureOf = (region: HTMLElement) => region.querySelector('[data-picture]') as HTMLElement

  it('plays at twice the speed while it is held, and does not stop when it is let go', async () => {
    const { video, region } = await show()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    const picture = pictureOf(region)
    fireEvent.pointerDown(picture, { pointerType: 'mouse' })
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(video.playbackRate).toBe(2)
    fireEvent.pointerUp(picture, { pointerType: 'mouse' })
    fireEvent.click(picture)
    expect(video.playbackRate).toBe(1)
    expect(video.paused).toBe(false)
    fireEvent.pointerDown(picture, { pointerType: 'mouse' })
    fireEvent.pointerUp(picture, { pointerType: 'mouse' })
    fireEvent.click(picture)
    expect(video.paused).toBe(true)
  })

  it('has no captions over its poster, and has them from the first second that is shown', async () => {
    const { video } = await show({ poster: '/poster.webp' })
    act(() => load(video, 620))
    expect(screen.queryByText('שלום')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    expect(screen.getByText('שלום')).toBeTruthy()
  })

  it('shows on the timeline what the person marked, and says how much', async () => {
    const { video } = await show({ marks: [62, 310] })
    act(() => load(video, 620))
    const timeline = screen.getByRole('slider', { name: playerText.timeline })
    const description = document.getElementById(timeline.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toContain(playerText.marks(2))
    vi.spyOn(timeline, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 620, 44))
    fireEvent.pointerMove(timeline, { clientX: 62 })
    await act(() => vi.dynamicImportSettled())
    expect(document.querySelector('[data-preview]')?.textContent).toBe('1:02')
    fireEvent.pointerLeave(timeline)
    expect(document.querySelector('[data-preview]')).toBeNull()
  })

  it('shows its chapters on the timeline, and over it the chapter and the picture of a second', async () => {
    const sheets: { src: string; onload: (() => void) | null; naturalHeight: number }[] = []
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        onload = null
        naturalHeight = 1890
        constructor() {
          sheets.push(this)
        }
      },
    )
    const chapters = [
      { start: 0, title: 'הכלל' },
      { start: 310, title: 'כמה הוא מדויק' },
    ]
    const { video } = await show({ chapters, previews: '/posters/a.previews.webp' })
    act(() => load(video, 620))
    expect(document.querySelectorAll('[data-chapter]')).toHaveLength(1)
    expect(sheets).toHaveLength(0)
    const timeline = screen.getByRole('slider', { name: playerText.timeline })
    vi.spyOn(timeline, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 620, 44))
    const preview = () => document.querySelector('[data-preview]')
    const tile = () => preview()?.querySelector<HTMLElement>('[data-tile]')
    fireEvent.pointerMove(timeline, { clientX: 309 })
    await act(() => vi.dynamicImportSettled())
    expect(preview()?.textContent).toBe('הכלל5:09')
    expect(tile()).toBeNull()
    expect(sheets.map(({ src }) => src)).toEqual(['/posters/a.previews.webp'])
    act(() => sheets[0]?.onload?.())
    expect(tile()?.style.backgroundImage).toBe('url("/posters/a.previews.webp")')
    expect(tile()?.style.backgroundPosition).toBe('-160px -900px')
    fireEvent.pointerDown(timeline, { clientX: 620, pointerType: 'touch' })
    expect(preview()?.textContent).toBe('כמה הוא מדויק10:19')
    expect(tile()?.style.backgroundPosition).toBe('-480px -1800px')
  })

  it('stays small in a corner while it plays and its place is out of sight, until it is closed', async () => {
    const observed: ((entries: { isIntersecting: boolean; boundingClientRect: DOMRect }[]) => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (typeof observed)[number]) {
          observed.push(callback)
        }
        observe() {}
        disconnect() {}
      },
    )
    roomy = true
    const see = (isIntersecting: boolean) =>
      act(() => observed[0]?.([{ isIntersecting, boundingClientRect: new DOMRect(0, 0, 800, 560) }]))
    const { video, region } = await show()
    act(() => load(video, 620))
    see(false)
    expect(screen.queryByRole('button', { name: playerText.closeSmall })).toBeNull()
    see(true)
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    see(false)
    await act(() => vi.dynamicImportSettled())
    expect(region.parentElement?.style.height).toBe('560px')
    fireEvent.click(screen.getByRole('button', { name: playerText.closeSmall }))
    expect(screen.queryByRole('button', { name: playerText.closeSmall })).toBeNull()
    expect(video.paused).toBe(false)
    see(true)
    see(false)
    expect(screen.getByRole('button', { name: playerText.toPlace })).toBeTruthy()
  })
})

describe('trouble', () => {
  it('renews an expired address without losing the second, and plays on', async () => {
    const { video } = await show()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(video, 300))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    act(() => breakDown(video))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(video.getAttribute('src')).toBe('/signed/demo/interest.mp4?token=2')
    expect(screen.queryByText(playerText.failedTitle)).toBeNull()
    act(() => load(video, 620))
    expect(video.currentTime).toBe(300)
    expect(video.paused).toBe(false)
  })

  it('tries again by itself when the connection is gone, at once when it is back, and plays on', async () => {
    const { video } = await show({ startAt: 100 })
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    act(() => playTo(video, 130))
    sign.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    act(() => breakDown(video))
    expect(screen.getByText(playerText.retryingTitle)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(sign).toHaveBeenCalledTimes(2)
    act(() => void window.dispatchEvent(new Event('online')))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(sign).toHaveBeenCalledTimes(3)
    act(() => load(video, 620))
    expect(video.currentTime).toBe(130)
    expect(video.paused).toBe(false)
    expect(screen.queryByText(playerText.retryingTitle)).toBeNull()
  })

  it('leaves the next try to the person after some of its own, and goes on from the same second', async () => {
    const { video } = await show({ startAt: 100 })
    for (let tries = 0; tries < 6; tries++) {
      act(() => breakDown(video))
      await act(() => vi.advanceTimersByTimeAsync(tries < 5 ? 60_000 : 0))
    }
    expect(screen.getByRole('alert').textContent).toContain(playerText.failedTitle)
    const before = sign.mock.calls.length
    fireEvent.click(screen.getByRole('button', { name: playerText.retry }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(sign).toHaveBeenCalledTimes(before + 1)
    act(() => load(video, 620))
    expect(video.currentTime).toBe(100)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('takes a video that hangs for one that is gone', async () => {
    const { video } = await show()
    act(() => load(video, 620))
    act(() => void video.dispatchEvent(new Event('waiting')))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.getByText(playerText.retryingTitle)).toBeTruthy()
  })

  it('[2.1-14] says so when the server refuses the video, without asking again', async () => {
    sign.mockRejectedValue(new FileRefusedError('403'))
    await show()
    expect(screen.getByRole('alert').textContent).toContain(playerText.failedTitle)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(sign).toHaveBeenCalledTimes(1)
  })

  it('waits for the session when that has run out, and goes on with it', async () => {
    const student = { status: 'student', userId: 'u', email: 'd@example.org', emailVerified: true } as const
    setSession({ ...student, isActive: true, phoneUpdateRequired: false, lapsed: true })
    sign.mockRejectedValueOnce(new FileRefusedError('400'))
    const { video } = await show()
    expect(screen.getByText(playerText.retryingTitle)).toBeTruthy()
    act(() => setSession({ ...student, isActive: true, phoneUpdateRequired: false }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(sign).toHaveBeenCalledTimes(2)
    act(() => load(video, 620))
    expect(screen.queryByText(playerText.retryingTitle)).toBeNull()
  })
})

describe('captions', () => {
  const two = [
    { lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nשלום' },
    { lang: 'en', label: 'English', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nHello\n\n00:06.000 --> 00:09.000\nBye' },
  ]

  it('are read in the chosen language and size, which are remembered', async () => {
    const first = await show({ captions: two })
    act(() => load(first.video, 620))
    expect(screen.getByText('שלום')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: playerText.settings }))
    await act(() => vi.dynamicImportSettled())
    await act(() => vi.advanceTimersByTimeAsync(0))
    fireEvent.click(screen.getByRole('radio', { name: 'English' }))
    fireEvent.click(screen.getByRole('radio', { name: playerSettingsText.captionSizes.largest }))
    expect(screen.getByText('Hello').parentElement?.style.fontSize).toMatch(/\* ?2\)/)
    first.unmount()
    const second = await show({ captions: two })
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
    await show({ captions: [] })
    expect(screen.queryByRole('button', { name: playerText.captions })).toBeNull()
  })
})

describe('picture in picture', () => {
  it('is offered where the browser can, and ended by the same button or key', async () => {
    const inPicture = (element: Element | null) =>
      Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, value: element })
    Object.defineProperty(document, 'pictureInPictureEnabled', { configurable: true, value: true })
    inPicture(null)
    document.exitPictureInPicture = vi.fn(async () => undefined)
    const request = vi.fn(async () => ({}) as PictureInPictureWindow)
    HTMLVideoElement.prototype.requestPictureInPicture = request
    const { video, region } = await show()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.pictureInPicture }))
    expect(request).toHaveBeenCalledOnce()
    inPicture(video)
    act(() => void video.dispatchEvent(new Event('enterpictureinpicture')))
    expect(screen.getByRole('button', { name: playerText.exitPictureInPicture })).toBeTruthy()
    press(region, 'KeyI', 'ן')
    expect(document.exitPictureInPicture).toHaveBeenCalledOnce()
    inPicture(null)
    Object.defineProperty(document, 'pictureInPictureEnabled', { configurable: true, value: false })
  })
})

describe('what was missed', () => {
  const watched = [
    [0, 60],
    [100, 120],
    [300, 310],
  ] as const

  it('is told, shown and jumped to, part by part', async () => {
    const { video, region } = await show({ watched })
    act(() => load(video, 620))
    act(() => playTo(video, 305))
    expect(screen.getByText(playerText.missedIn('3:40'))).toBeTruthy()
    const timeline = screen.getByRole('slider', { name: playerText.timeline })
    const told = document.getElementById(timeline.getAttribute('aria-describedby') ?? '')?.textContent
    expect(told).toBe('נצפו 14% מהסרטון. חלקים שלא נצפו: 1:00 עד 1:40, 2:00 עד 5:00.')
    fireEvent.click(screen.getByRole('button', { name: playerText.toMissed }))
    expect(video.currentTime).toBe(60)
    expect(video.paused).toBe(false)
    press(region, 'KeyU', 'ו')
    expect(video.currentTime).toBe(120)
    press(region, 'KeyU', 'ו')
    expect(video.currentTime).toBe(60)
  })

  it('is nothing when the lesson was watched from its start on', async () => {
    await show({ watched: [[0, 60]] })
    expect(screen.queryByRole('button', { name: playerText.toMissed })).toBeNull()
  })
})

describe('a Vimeo video', () => {
  it('asks nothing of Vimeo before the person agrees', async () => {
    const { container } = await show({ video: { provider: 'vimeo', ref: '76979871' } })
    await act(() => vi.dynamicImportSettled())
    expect(container.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: vimeoText.load }))
    expect(container.querySelector('iframe')?.src).toMatch(/^https:\/\/player\.vimeo\.com\/video\/76979871\?dnt=1&/)
  })
})
