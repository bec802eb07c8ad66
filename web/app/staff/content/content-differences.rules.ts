import { readCues, type StoredTrack } from '~/staff/captions/cues.rules'
import { writeTimedLines } from '~/staff/captions/timed-lines.rules'
import { richLines } from '~/staff/editor/rich-values.rules'
import type { FormValue } from '~/staff/form/versions.rules'
import type { LessonFile } from '~/staff/media/media.rules'
import { poolDifferences, poolsAsRead } from '~/staff/question-bank/pools-as-read.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { CONTENT_FIELDS, type StoredFields, toFormValues } from './content.rules'

/** Fields whose texts differ between two versions, with both texts, in the order of the form. */
export function differences(kind: ContentKind, from: StoredFields, to: StoredFields) {
  const [before, after] = [toFormValues(kind, from), toFormValues(kind, to)]
  return Object.keys(CONTENT_FIELDS[kind])
    .filter((name) => before[name] !== after[name])
    .map((name) =>
      name === 'pools'
        ? { name, ...poolDifferences(String(before[name]), String(after[name])) }
        : { name, before: readable(name, before[name]), after: readable(name, after[name]) },
    )
}

/** What an input holds, as a person reads it. */
export function readable(name: string, value: FormValue = ''): FormValue {
  if (typeof value === 'boolean') return value
  if (name === 'body') return richLines(value)
  if (name === 'pools') return poolsAsRead(value)
  if (name === 'attachments')
    return (JSON.parse(value) as LessonFile[]).map(({ title, path }) => `${title} (${path})`).join('\n')
  if (name !== 'captions') return value
  return (JSON.parse(value) as StoredTrack[])
    .map(({ lang, label, vtt }) => (lang === 'he' ? '' : `${label}:\n`) + writeTimedLines(readCues(vtt)))
    .join('\n')
}
