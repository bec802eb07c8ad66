import { isSameVideo, vimeoVideo } from '~/staff/media/vimeo-links.rules'

/** A video that becomes a draft lesson; a length of 0 is asked for later. `id` as `vimeoVideo` gives it. */
export type ImportedVideo = { id: string; title: string; durationSeconds: number }

/** What was read of a pasted list: the videos, each once, and lines that name none. */
export type PastedVideos = { videos: ImportedVideo[]; wrong: { line: number; text: string }[] }

export const MOST_VIDEOS = 100
const LONGEST_TITLE = 120

/** Reads numbers or links of Vimeo, one a line, behind which a title may stand. */
export function readPasted(text: string): PastedVideos {
  const videos: ImportedVideo[] = []
  const wrong: PastedVideos['wrong'] = []
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim()
    if (line === '') continue
    const [, first = '', rest = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line) ?? []
    const id = vimeoVideo(first)
    if (!id) wrong.push({ line: index + 1, text: line.slice(0, 80) })
    else if (!videos.some((other) => isSameVideo(other.id, id)))
      videos.push({ id, title: rest.trim().slice(0, LONGEST_TITLE), durationSeconds: 0 })
  }
  return { videos, wrong }
}
