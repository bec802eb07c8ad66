import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberPreferences } from '~/course/player/player-preferences'
import { Transcript } from './transcript'
import { transcriptText as text } from './transcript.he'

const LINE = 40
const BOX = 200
const cues = Array.from({ length: 30 }, (_, i) => ({
  start: i * 10,
  end: i * 10 + 9,
  text: i % 10 === 3 ? `הָרִיבִּית של שורה ${i}` : `שורה ${i}`,
}))

const captions = [
  { lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nכתובית' },
  { lang: 'ru', label: 'Русский', vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nСтавка\nрастёт' },
]

/** jsdom lays nothing out: every line is 40 px high, the box shows five of them. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * LINE
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open(visible = true) {
  const listeners = new Set<() => void>()
  const player = {
    position: 0,
    seek: vi.fn(),
    on: (_: string, listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const view = render(<Transcript content={{ transcript: cues, captions }} player={player} visible={visible} />)
  const box = screen.getByRole('list', { name: text.label })
  const playTo = (seconds: number) =>
    act(() => {
      player.position = seconds
      for (const listener of [...listeners]) listener()
    })
  const scrollTo = (top: number) => {
    box.scrollTop = top
    fireEvent.scroll(box)
  }
  return { ...view, player, box, playTo, scrollTo }
}

describe('the transcript', () => {
  it('marks the sentence that is spoken, and none between two', () => {
    const { box, playTo } = open()
    playTo(45)
    expect(box.querySelector('[aria-current]')?.textContent).toContain('שורה 4')
    playTo(49.5)
    expect(box.querySelector('[aria-current]')).toBeNull()
  })

  it('follows the video', () => {
    const { box, playTo } = open()
    playTo(105)
    const top = box.scrollTop
    expect(top).toBeGreaterThan(9 * LINE - BOX)
    expect(top).toBeLessThanOrEqual(10 * LINE)
    fireEvent.scroll(box)
    playTo(205)
    expect(box.scrollTop).toBeGreaterThan(top)
  })

  it('stays where the person has scrolled to, and goes back to the present line when asked', async () => {
    const { box, playTo, scrollTo } = open()
    playTo(105)
    scrollTo(0)
    playTo(205)
    expect(box.scrollTop).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: text.toCurrent }))
    expect(box.scrollTop).toBeGreaterThan(15 * LINE)
    expect(screen.queryByRole('button', { name: text.toCurrent })).toBeNull()
  })

  it('catches up when it is shown', () => {
    const { box, playTo, rerender, player } = open(false)
    playTo(205)
    expect(box.scrollTop).toBe(0)
    rerender(<Transcript content={{ transcript: cues, captions }} player={player} visible />)
    expect(box.scrollTop).toBeGreaterThan(15 * LINE)
  })

  it('a press on a sentence moves the video to it', async () => {
    const { player } = open()
    await userEvent.click(screen.getByRole('button', { name: /שורה 7/ }))
    expect(player.seek).toHaveBeenCalledWith(70)
  })

  it('is one stop of the Tab key; the arrows, Home and End lead through it', async () => {
    const { box, playTo } = open()
    playTo(55)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: text.search }))
    await userEvent.tab()
    expect(document.activeElement?.textContent).toContain('שורה 5')
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('שורה 6')
    await userEvent.keyboard('{End}')
    expect(document.activeElement?.textContent).toContain('שורה 29')
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('שורה 0')
    expect(
      within(box)
        .getAllByRole('button')
        .filter((line) => line.tabIndex === 0),
    ).toHaveLength(1)
  })
})

describe('search inside it', () => {
  const shown = () => document.querySelector('mark[data-shown]')?.closest('li')?.textContent

  it('finds over niqqud, marks and counts, and begins where the video is', async () => {
    const { playTo, box } = open()
    playTo(105)
    await userEvent.type(screen.getByRole('textbox', { name: text.search }), 'הריבית')
    expect(box.querySelectorAll('mark')).toHaveLength(3)
    expect(screen.getByRole('status').textContent).toBe('2 מתוך 3')
    expect(shown()).toContain('שורה 13')
    expect(box.scrollTop).toBeGreaterThan(10 * LINE)
  })

  it('steps through the matches around the end, by Enter and by buttons', async () => {
    open()
    const field = screen.getByRole('textbox', { name: text.search })
    await userEvent.type(field, 'הריבית{Enter}')
    expect(shown()).toContain('שורה 13')
    await userEvent.type(field, '{Shift>}{Enter}{Enter}{/Shift}')
    expect(shown()).toContain('שורה 23')
    await userEvent.click(screen.getByRole('button', { name: text.next }))
    expect(shown()).toContain('שורה 3')
    await userEvent.click(screen.getByRole('button', { name: text.previous }))
    expect(shown()).toContain('שורה 23')
  })

  it('says when nothing is found; Escape clears and the transcript follows again', async () => {
    const { box, playTo } = open()
    playTo(205)
    const field = screen.getByRole('textbox', { name: text.search })
    await userEvent.type(field, 'קריפטו')
    expect(screen.getByRole('status').textContent).toBe(text.notFound)
    await userEvent.type(field, '{Escape}')
    expect(field).toHaveProperty('value', '')
    expect(screen.getByRole('status').textContent).toBe('')
    playTo(255)
    expect(box.scrollTop).toBeGreaterThan(20 * LINE)
  })
})

it('follows the language in which captions are read, and is what is said in Hebrew', () => {
  const { box } = open()
  act(() => rememberPreferences({ captionLanguage: 'ru' }))
  expect([box.lang, within(box).getAllByRole('button').length]).toEqual(['ru', 1])
  expect(box.textContent).toContain('Ставка растёт')
  for (const language of ['he', 'fr']) {
    act(() => rememberPreferences({ captionLanguage: language }))
    expect([box.lang, within(box).getAllByRole('button').length]).toEqual(['he', 30])
  }
})

it('says when there is no transcript', () => {
  render(<Transcript content={{ transcript: [], captions: [] }} player={null} visible />)
  expect(screen.getByText(text.none)).toBeTruthy()
})
