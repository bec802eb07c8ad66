import type { Attachment, Chapter, LessonContent, TranscriptCue } from './lesson.rules'

type Fields = Readonly<Record<string, unknown>>
const has = (one: unknown, numbers: readonly string[], texts: readonly string[]): one is Fields =>
  typeof one === 'object' &&
  one !== null &&
  numbers.every((name) => Number.isFinite((one as Fields)[name])) &&
  texts.every((name) => typeof (one as Fields)[name] === 'string')

/** Whether a stored value is a part of a lesson of its kind, as the player and the tabs beside it read it. */
export const isCue = (one: unknown): one is TranscriptCue => has(one, ['start', 'end'], ['text'])
export const isChapter = (one: unknown): one is Chapter => has(one, ['start'], ['title'])
export const isAttachment = (one: unknown): one is Attachment => has(one, ['bytes'], ['title', 'path'])
export const isCaption = (one: unknown): one is LessonContent['captions'][number] =>
  has(one, [], ['lang', 'label', 'vtt'])
