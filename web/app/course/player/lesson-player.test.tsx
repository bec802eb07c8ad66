import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { playerText } from './player.he'
import { pressKey, setUpPlayer, showPlayer, stubWindow } from './test-lesson-player'
import { end, load, playTo } from './test-media'
import { vimeoText } from './vimeo.he'

vi.mock('./lesson-videos.calls', () => ({ signLessonVideo: vi.fn() }))

setUpPlayer()

describe('playing', () => {
  it('plays and pauses with the button', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    expect(video.paused).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: playerText.pause }))
    expect(video.paused).toBe(true)
  })

  it('shows where it is from left to right, in digits that keep their order', async () => {
    const { video } = await showPlayer()
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
    const first = await showPlayer()
    act(() => load(first.video, 620))
    fireEvent.change(screen.getByRole('combobox', { name: playerText.speed }), { target: { value: '1.5' } })
    expect(first.video.playbackRate).toBe(1.5)
    const captions = screen.getByRole('button', { name: playerText.captions })
    expect(captions.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(captions)
    expect(captions.getAttribute('aria-pressed')).toBe('false')
    first.unmount()
    const second = await showPlayer()
    expect(second.video.playbackRate).toBe(1.5)
    expect(screen.getByRole('button', { name: playerText.captions }).getAttribute('aria-pressed')).toBe('false')
  })

  it('shows what comes next at the end', async () => {
    const { video } = await showPlayer()
    act(() => load(video, 620))
    expect(screen.queryByText('סוף')).toBeNull()
    act(() => end(video))
    expect(screen.getByText('סוף')).toBeTruthy()
  })
})

describe('going on', () => {
  it('[3-15] starts at the saved second and says so, with the way back to the start', async () => {
    const { video } = await showPlayer({ startAt: 252 })
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
  await showPlayer()
  expect(screen.queryByLabelText(playerText.volume)).toBeNull()
  volume.mockRestore()
  cleanup()
  await showPlayer()
  expect(screen.getByLabelText(playerText.volume)).toBeTruthy()
})

describe('the picture', () => {
  const pictureOf = (region: HTMLElement) => region.querySelector('[data-picture]') as HTMLElement

  it('plays at twice the speed while it is held, and does not stop when it is let go', async () => {
    const { video, region } = await showPlayer()
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
    const { video } = await showPlayer({ poster: '/poster.webp' })
    act(() => load(video, 620))
    expect(screen.queryByText('שלום')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    expect(screen.getByText('שלום')).toBeTruthy()
  })

  it('shows on the timeline what the person marked, and says how much', async () => {
    const { video } = await showPlayer({ marks: [62, 310] })
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
    const { video } = await showPlayer({ chapters, previews: '/posters/a.previews.webp' })
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
    stubWindow(true)
    const see = (isIntersecting: boolean) =>
      act(() => observed[0]?.([{ isIntersecting, boundingClientRect: new DOMRect(0, 0, 800, 560) }]))
    const { video, region } = await showPlayer()
    act(() => load(video, 620))
    see(false)
    expect(screen.queryByRole('button', { name: playerText.closeSmall })).toBeNull()
    see(true)
    fireEvent.click(screen.getByRole('button', { name: playerText.play }))
    see(false)
    await act(() => vi.dynamicImportSettled())
    expect(region.parentElement?.style.height).toBe('560px')
    const close = screen.getByRole('button', { name: playerText.closeSmall })
    close.focus()
    fireEvent.click(close)
    expect(screen.queryByRole('button', { name: playerText.closeSmall })).toBeNull()
    expect(document.activeElement).toBe(region)
    expect(video.paused).toBe(false)
    see(true)
    see(false)
    const toPlace = screen.getByRole('button', { name: playerText.toPlace })
    toPlace.focus()
    Element.prototype.scrollIntoView = vi.fn()
    fireEvent.click(toPlace)
    see(true)
    expect(document.activeElement).toBe(region)
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
    const { video, region } = await showPlayer()
    act(() => load(video, 620))
    fireEvent.click(screen.getByRole('button', { name: playerText.pictureInPicture }))
    expect(request).toHaveBeenCalledOnce()
    inPicture(video)
    act(() => void video.dispatchEvent(new Event('enterpictureinpicture')))
    expect(screen.getByRole('button', { name: playerText.exitPictureInPicture })).toBeTruthy()
    pressKey(region, 'KeyI', 'ן')
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
    const { video, region } = await showPlayer({ watched })
    act(() => load(video, 620))
    act(() => playTo(video, 305))
    expect(screen.getByText(playerText.missedIn('3:40'))).toBeTruthy()
    const timeline = screen.getByRole('slider', { name: playerText.timeline })
    const describedBy = document.getElementById(timeline.getAttribute('aria-describedby') ?? '')?.textContent
    expect(describedBy).toBe('נצפו 14% מהסרטון. חלקים שלא נצפו: 1:00 עד 1:40, 2:00 עד 5:00.')
    fireEvent.click(screen.getByRole('button', { name: playerText.toMissed }))
    expect(video.currentTime).toBe(60)
    expect(video.paused).toBe(false)
    pressKey(region, 'KeyU', 'ו')
    expect(video.currentTime).toBe(120)
    pressKey(region, 'KeyU', 'ו')
    expect(video.currentTime).toBe(60)
  })

  it('is nothing when the lesson was watched from its start on', async () => {
    await showPlayer({ watched: [[0, 60]] })
    expect(screen.queryByRole('button', { name: playerText.toMissed })).toBeNull()
  })
})

describe('a Vimeo video', () => {
  it('asks nothing of Vimeo before the person agrees', async () => {
    const { container } = await showPlayer({ video: { provider: 'vimeo', ref: '76979871' } })
    await act(() => vi.dynamicImportSettled())
    expect(container.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: vimeoText.load }))
    expect(container.querySelector('iframe')?.src).toMatch(/^https:\/\/player\.vimeo\.com\/video\/76979871\?dnt=1&/)
  })
})
