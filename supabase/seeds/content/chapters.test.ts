import { describe, expect, it } from 'vitest'
import { chaptersOf, filmsWithChapters } from './chapters.ts'
import { films } from './films.ts'

describe('the chapters of the films', () => {
  it('stand in every lesson', () => {
    expect([...filmsWithChapters].sort()).toEqual(films.map(({ key }) => key).sort())
  })

  it.each(filmsWithChapters)('%s has three or four, each from a spoken line on', (key) => {
    const chapters = chaptersOf(key)
    const starts = chapters.map(({ start }) => start)
    const spoken = films.find((film) => film.key === key)?.cues.map(({ start }) => start)
    expect([3, 4]).toContain(chapters.length)
    expect(starts[0]).toBe(0)
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
    expect(spoken).toEqual(expect.arrayContaining(starts))
    for (const { title } of chapters) expect(title).toMatch(/^\S.{2,39}$/)
  })

  it('no two chapters of a lesson have one title', () => {
    for (const key of filmsWithChapters) {
      const titles = chaptersOf(key).map(({ title }) => title)
      expect(new Set(titles).size).toBe(titles.length)
    }
  })
})
