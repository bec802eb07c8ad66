/** A video that becomes a draft lesson; a length of 0 is asked for later. */
export type ImportedVideo = { id: string; title: string; durationSeconds: number }

/** What was read of a pasted list: the videos, each once, and lines that name none. */
export type PastedVideos = { videos: ImportedVideo[]; wrong: { line: number; text: string }[] }

export const MOST_VIDEOS = 100
const LONGEST_TITLE = 120
const NUMBER = /^\d{5,20}$/
const LINK =
  /^(?:https?:\/\/)?(?:www\.|player\.)?vimeo\.com\/(?:(?:channels|groups|showcase|album)\/[a-z0-9-]+\/(?:videos?\/)?|manage\/videos\/|video\/)?(\d{5,20})(?:[/?#]\S*)?$/i

const numberOf = (word: string): string | undefined => (NUMBER.test(word) ? word : LINK.exec(word)?.[1])

/** Reads numbers or links of Vimeo, one a line, behind which a title may stand. */
export function readPasted(text: string): PastedVideos {
  const found = new Map<string, ImportedVideo>()
  const wrong: PastedVideos['wrong'] = []
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim()
    if (line === '') continue
    const [, first = '', rest = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line) ?? []
    const id = numberOf(first)
    if (!id) wrong.push({ line: index + 1, text: line.slice(0, 80) })
    else if (!found.has(id)) found.set(id, { id, title: rest.trim().slice(0, LONGEST_TITLE), durationSeconds: 0 })
  }
  return { videos: [...found.values()], wrong }
}
