import type { Bracket } from '~/shared/formats/amounts.rules'
import { stripInvisible } from '~/shared/formats/invisible'
import type { Cue } from '~/staff/captions/cues.rules'
import {
  readChapterLines,
  readTimedLines,
  writeChapterLines,
  writeTimedLines,
} from '~/staff/captions/timed-lines.rules'
import { writeRich } from '~/staff/editor/rich-values.rules'
import { readAmount, readBrackets, writeBrackets } from '~/staff/finance-facts/brackets.rules'
import type { FormValue, FormValues } from '~/staff/form/versions.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'

/** How a record stands; `changed` is public with a draft that differs. */
export type ContentState = 'draft' | 'scheduled' | 'published' | 'changed' | 'trash'

/** What is missing before visitors see a record; what can be waived wants a reason. */
export type ContentProblem = { code: string; field: string | null; can_waive: boolean }

/** Fields as the database keeps them. */
export type StoredFields = Readonly<Record<string, unknown>>

/** A record with its draft, what visitors see of it, and how it stands. Moments in ISO form. */
export type ContentRecord = {
  id: string
  version: number
  values: StoredFields
  live: StoredFields
  /** The course of a lesson or test. */
  parent: string | null
  state: ContentState
  isShown: boolean
  editedAt: string
  editedBy: string | null
  publishAt: string | null
  unpublishAt: string | null
  scheduleFailure: string | null
  problems: ContentProblem[]
  /** Whom hiding it would concern. */
  reach: { students: number; certificates: number }
}

/**
 * What a field is written in: a line, an address, a file, a text, one entry a line, a number, a switch, who shows the
 * video, its captions, sentences or chapters with their times, files to take along, a text with its form, a day that was, a day, a lesson of
 * its course, when answers are told, questions, what a fact is, what it counts, how much, brackets, an address elsewhere,
 * a record of another kind, a few articles, or tags.
 */
export type FieldType =
  | 'line'
  | 'slug'
  | 'address'
  | 'file'
  | 'text'
  | 'lines'
  | 'number'
  | 'switch'
  | 'provider'
  | 'rich'
  | 'day'
  | 'date'
  | 'captions'
  | 'sentences'
  | 'chapters'
  | 'attachments'
  | 'lesson'
  | 'review'
  | 'pools'
  | 'type'
  | 'unit'
  | 'amount'
  | 'brackets'
  | 'link'
  | 'category'
  | 'author'
  | 'articles'
  | 'tags'

const ARTICLE: Readonly<Record<string, FieldType>> = {
  title_he: 'line',
  slug: 'slug',
  excerpt_he: 'text',
  body: 'rich',
  cover_url: 'address',
  author_id: 'author',
  checked_on: 'day',
  tags: 'tags',
  related_ids: 'articles',
}

/** The fields of each kind, in their order. The first one is its name. */
export const CONTENT_FIELDS: Readonly<Record<ContentKind, Readonly<Record<string, FieldType>>>> = {
  category: { name_he: 'line', slug: 'slug', description_he: 'text', is_featured: 'switch' },
  author: { name_he: 'line', slug: 'slug', expertise_areas: 'lines', bio_he: 'text', image_url: 'address' },
  course: {
    title_he: 'line',
    description_he: 'text',
    category_id: 'category',
    author_id: 'author',
    duration_minutes: 'number',
    thumbnail_url: 'address',
    vimeo_folder_id: 'number',
  },
  lesson: {
    title_he: 'line',
    description_he: 'text',
    duration_seconds: 'number',
    provider: 'provider',
    video_ref: 'file',
    poster_url: 'address',
    captions: 'captions',
    transcript: 'sentences',
    chapters: 'chapters',
    summary_he: 'text',
    attachments: 'attachments',
  },
  news: ARTICLE,
  essay: ARTICLE,
  quiz: {
    title_he: 'line',
    intro_he: 'text',
    lesson_id: 'lesson',
    is_pretest: 'switch',
    pass_percent: 'number',
    attempts_allowed: 'number',
    wait_minutes: 'number',
    time_limit_minutes: 'number',
    shuffle_questions: 'switch',
    review: 'review',
    pools: 'pools',
  },
  fact: {
    name_he: 'line',
    slug: 'slug',
    type: 'type',
    unit: 'unit',
    value: 'amount',
    brackets: 'brackets',
    valid_from: 'date',
    valid_to: 'date',
    source_name: 'line',
    source_url: 'link',
    checked_on: 'day',
    review_by: 'date',
    note_he: 'text',
    reason_he: 'text',
  },
}

/** Whether a record has use for a field: a fact has a value or brackets. */
export const usesField = (name: string, values: FormValues): boolean =>
  name === 'brackets' ? values.type === 'bracket' : name !== 'value' || values.type !== 'bracket'

/** Numbers that are kept as numbers: the least and the most, and whether there may be none. */
const AMOUNTS: Readonly<Record<string, { least: number; most: number; mayBeEmpty?: true }>> = {
  duration_minutes: { least: 0, most: 9999 },
  duration_seconds: { least: 0, most: 86_400 },
  pass_percent: { least: 1, most: 100 },
  attempts_allowed: { least: 1, most: 100, mayBeEmpty: true },
  wait_minutes: { least: 0, most: 43_200 },
  time_limit_minutes: { least: 1, most: 600, mayBeEmpty: true },
}
/** The bounds of such a number; undefined for any other field. */
export const amountOf = (name: string) => (Object.hasOwn(AMOUNTS, name) ? AMOUNTS[name] : undefined)

/** What can be done with many records of a list at once; `set` writes a field into their drafts. */
export type BulkWay = 'publish' | 'unpublish' | 'trash' | 'restore' | 'set' | 'put_back'

/** Whether visitors can be kept from a record of the kind. */
export const canBeHidden = (kind: ContentKind): boolean => kind !== 'author'

/** Whether a record of the kind has a page of its own, which a draft can be shown on. */
export const hasPreview = (kind: ContentKind): boolean => kind !== 'fact'

/** Whether a record of the kind has a place among others, that staff move it to; of tests those of one course. */
export const hasOrder = (kind: ContentKind, parent?: string): boolean =>
  ['category', 'course', 'lesson'].includes(kind) || (kind === 'quiz' && parent !== undefined)

/** A stored field as its input holds it. */
export function toFieldValue(type: FieldType, stored: unknown): FormValue {
  if (type === 'switch') return stored === true
  if (type === 'lines' || type === 'tags') return Array.isArray(stored) ? stored.join('\n') : ''
  if (type === 'rich') return writeRich(stored)
  if (['captions', 'pools', 'attachments', 'articles'].includes(type)) return JSON.stringify(stored ?? [])
  if (type === 'brackets') return writeBrackets((stored ?? []) as Bracket[])
  if (type === 'sentences') return writeTimedLines((stored ?? []) as Cue[])
  if (type === 'chapters') return writeChapterLines((stored ?? []) as { start: number; title: string }[])
  return stored === null || stored === undefined ? '' : String(stored)
}

/** Types of fields that hold no words of people. */
const WORDLESS = ['slug', 'address', 'file', 'number', 'day', 'date', 'amount', 'brackets', 'link']

/** What an input holds, without blanks around it and, where it has no words, without invisible letters. */
export const trimField = (type: FieldType, value: string): string =>
  (WORDLESS.includes(type) ? stripInvisible(value) : value).trim()

/** What an input holds as the database keeps it; nothing is null. */
export function toStoredValue(type: FieldType, name: string, value: FormValue): unknown {
  if (typeof value === 'boolean') return value
  const trimmed = trimField(type, value)
  if (['captions', 'rich', 'pools', 'attachments', 'articles'].includes(type)) return JSON.parse(value) as unknown
  if (type === 'sentences') return readTimedLines(value) ?? value
  if (type === 'chapters') return readChapterLines(value) ?? value
  if (type === 'brackets') return readBrackets(trimmed) ?? value
  if (type === 'amount' && trimmed !== '') return readAmount(trimmed) ?? value
  if (type === 'lines' || type === 'tags')
    return trimmed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  if (amountOf(name) && /^\d+$/.test(trimmed)) return Number(trimmed)
  if (amountOf(name) && !amountOf(name)?.mayBeEmpty) return trimmed
  return trimmed === '' ? null : trimmed
}

/** The fields of a record as the form shows them. */
export const toFormValues = (kind: ContentKind, stored: StoredFields): FormValues =>
  Object.fromEntries(
    Object.entries(CONTENT_FIELDS[kind]).map(([name, type]) => [name, toFieldValue(type, stored[name])]),
  )

/** What changed as the database takes it. */
export const toStoredFields = (kind: ContentKind, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      toStoredValue(CONTENT_FIELDS[kind][name] ?? 'line', name, value),
    ]),
  )

/** An address made of a name: letters, digits, and a stroke between words. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9א-ת]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

const CONTENT_LIST: ListShape = {
  sorts: ['place', 'title', 'edited_at'],
  filters: { state: ['published', 'changed', 'draft', 'scheduled', 'trash'] },
  columns: ['title', 'state', 'edited_at', 'place'],
}
const ARTICLE_LIST: ListShape = {
  ...CONTENT_LIST,
  filters: { ...CONTENT_LIST.filters, tag: null },
  columns: ['title', 'tags', 'state', 'edited_at'],
}

/** Whether records of the kind have tags. */
export const hasTags = (kind: ContentKind): boolean => 'tags' in CONTENT_FIELDS[kind]

/** What the address of a list of a kind may say. */
export const contentList = (kind: ContentKind): ListShape => (hasTags(kind) ? ARTICLE_LIST : CONTENT_LIST)

/** Whether the rows stand as visitors see them, so that moving one means something. */
export const isInOrder = ({ sort, direction, search, filters }: ListAddress): boolean =>
  sort === 'place' && direction === 'desc' && search === '' && Object.keys(filters).length === 0
