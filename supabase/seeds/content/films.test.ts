import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { equationsOf } from './equations.ts'
import type { Chart } from './films/types.ts'
import { type Film, films, PREVIEWS, placesOf } from './films.ts'
import { content } from './index.ts'
import { readMp4Head } from './mp4.ts'

const MOST_BYTES = 45_000_000
const seeds = new URL('../', import.meta.url)
const bytesOf = (file: string): Buffer => readFileSync(new URL(file, seeds))
const videoFile = ({ key }: Film) => `media/videos/${key}.mp4`
const previewsFile = ({ key }: Film) => `media/images/${placesOf(key).previews}`
const posterFile = ({ key }: Film) => `media/images/${placesOf(key).poster}`
const lessons = content.lessons.map((lesson, index) => ({ lesson, watched: content.lessonContents[index] }))

const stepsOf = (chart: Chart): number => {
  switch (chart.kind) {
    case 'growth':
      return chart.reveal.length
    case 'lines':
      return chart.series.length
    case 'bars':
      return chart.bars.length
    case 'shares':
      return chart.parts.length
    case 'timeline':
      return chart.points.length
    default:
      return chart.rows.length
  }
}

describe('what the films say', () => {
  it('every lesson has a film of its own, but for the draft that names an outside player', () => {
    const references = lessons.map(({ watched }) => watched?.video_ref)
    expect(new Set(references).size).toBe(lessons.length)
    const outside = lessons.filter(({ watched }) => watched?.provider === 'vimeo')
    expect(outside.map(({ lesson }) => lesson.is_published)).toEqual([false])
    expect(films).toHaveLength(lessons.length - 1)
    for (const { key } of films) expect(references).toContain(placesOf(key).video)
  })

  it('in 5 to 8 lines and 60 to 150 seconds', () => {
    for (const { key, cues, seconds } of films) {
      expect([key, cues.length >= 5 && cues.length <= 8, seconds >= 60 && seconds <= 150]).toEqual([key, true, true])
    }
  })

  it('no sentence of one film stands in another', () => {
    const sentences = films.flatMap(({ cues }) => cues.map(({ text }) => text))
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it.each(films.map((film) => [film.key, film] as const))(
    '%s works an example through and ends with all of its chart',
    (_key, { chart, cues }) => {
      expect(cues.some(({ text }) => equationsOf(text).length > 0)).toBe(true)
      const shown = cues.map((cue) => cue.shown)
      expect(shown).toEqual(shown.toSorted((a, b) => a - b))
      expect(shown[0]).toBe(0)
      expect(shown.at(-1)).toBe(stepsOf(chart))
    },
  )

  it('a sign before a number never stands outside of an isolate', () => {
    for (const { text } of films.flatMap(({ cues }) => cues)) {
      expect(text.replace(/\u2066[^\u2069]*\u2069/g, '')).not.toMatch(/(^|[\s(])[+−]\d/)
    }
  })

  it('captions and transcript belong to the film, without a gap', () => {
    for (const { lesson, watched } of lessons) {
      if (!watched || watched.provider === 'vimeo') continue
      const { captions, transcript } = watched
      expect(transcript[0]?.start).toBe(0)
      expect(transcript.at(-1)?.end).toBe(lesson.duration_seconds)
      expect(transcript.slice(1).map(({ start }) => start)).toEqual(transcript.slice(0, -1).map(({ end }) => end))
      expect(captions[0]?.vtt.startsWith('WEBVTT\n\n1\n00:00:00.000 --> ')).toBe(true)
      for (const { text } of transcript) expect(captions[0]?.vtt).toContain(text)
    }
  })
})

describe('the files of the films', () => {
  it.each(films.map((film) => [film.key, film] as const))(
    '%s is as long as its lesson says, with sound, and starts at once',
    (_key, film) => {
      const { seconds, tracks, startsAtOnce } = readMp4Head(bytesOf(videoFile(film)))
      expect(Math.abs(seconds - film.seconds)).toBeLessThan(0.1)
      expect(tracks.toSorted()).toEqual(['soun', 'vide'])
      expect(startsAtOnce).toBe(true)
      const lesson = lessons.find(({ watched }) => watched?.video_ref === placesOf(film.key).video)?.lesson
      expect(lesson?.duration_seconds).toBe(film.seconds)
    },
  )

  it('each sheet of previews has a tile for every five seconds', () => {
    const { everySeconds, columns, tileWidth, tileHeight } = PREVIEWS
    for (const film of films) {
      const head = bytesOf(previewsFile(film)).subarray(0, 30)
      expect(head.toString('latin1', 8, 16)).toBe('WEBPVP8 ')
      const rows = Math.ceil(Math.ceil(film.seconds / everySeconds) / columns)
      expect([head.readUInt16LE(26), head.readUInt16LE(28)]).toEqual([columns * tileWidth, rows * tileHeight])
    }
  })

  it('no two lessons share one, and no file lies about that no lesson shows', () => {
    const hashes = films.map((film) =>
      createHash('sha256')
        .update(bytesOf(videoFile(film)))
        .digest('hex'),
    )
    expect(new Set(hashes).size).toBe(films.length)
    const found = readdirSync(new URL('media/videos/', seeds), { recursive: true, encoding: 'utf8' })
    const expected = films.map(({ key }) => `${key}.mp4`).sort()
    expect(
      found
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file.endsWith('.mp4'))
        .sort(),
    ).toEqual(expected)
  })

  it('films, posters and previews are together at most 45 MB', () => {
    const sizes = films
      .flatMap((film) => [videoFile(film), previewsFile(film), posterFile(film)])
      .map((file) => statSync(new URL(file, seeds)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES)
  })
})
