import * as z from 'zod/mini'
import { readChapterLines, readTimedLines } from '~/staff/captions/timed-lines.rules'
import { readAmount, readBrackets } from '~/staff/finance-facts/brackets.rules'
import type { LessonFile } from '~/staff/media/media.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { isTagList } from './article-tags.rules'
import { contentText as text } from './content.he'
import { amountOf, CONTENT_FIELDS, type FieldType, trimField } from './content.rules'

const LONGEST_LINE = 120
const LONGEST_TEXT = 2000
const LONGEST: Readonly<Record<string, number>> = {
  summary_he: 20_000,
  intro_he: 1000,
  source_name: 80,
  note_he: 500,
  reason_he: 300,
}
const problems = text.problems

/** Why an input cannot hold what it holds, as the database would say; undefined when it can. */
export function fieldProblem(type: FieldType, name: string, value: string): string | undefined {
  const trimmed = trimField(type, value)
  const amount = amountOf(name)
  const isName = name === 'name_he' || name === 'title_he'
  if (trimmed === '') return isName || type === 'slug' || (amount && !amount.mayBeEmpty) ? problems.REQUIRED : undefined
  switch (type) {
    case 'line':
      return trimmed.length > (LONGEST[name] ?? LONGEST_LINE) ? problems.TOO_LONG : undefined
    case 'text':
      return trimmed.length > (LONGEST[name] ?? LONGEST_TEXT) ? problems.TOO_LONG : undefined
    case 'slug':
      return /^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/.test(trimmed) && trimmed.length <= 80 ? undefined : problems.SLUG
    case 'number':
      return /^\d{1,20}$/.test(trimmed) &&
        (!amount || (Number(trimmed) >= amount.least && Number(trimmed) <= amount.most))
        ? undefined
        : problems.NUMBER
    case 'file':
      return /^[A-Za-z0-9][A-Za-z0-9/_.-]{0,190}$/.test(trimmed) && !trimmed.includes('..') ? undefined : problems.FILE
    case 'address':
      return /^(\/[^/\\\s][^\\\s]*|https:\/\/[^\\\s"<>]+)$/.test(trimmed) && trimmed.length <= 500
        ? undefined
        : problems.ADDRESS
    case 'lines': {
      const lines = trimmed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      return lines.length > 10 || lines.some((line) => line.length > 60) ? problems.LIST : undefined
    }
    case 'tags':
      return isTagList(trimmed.split('\n')) ? undefined : problems.TAGS
    case 'day':
      return /^20\d\d-\d\d-\d\d$/.test(trimmed) && Date.parse(trimmed) <= Date.now() ? undefined : problems.DAY
    case 'date':
      return /^(19|20)\d\d-\d\d-\d\d$/.test(trimmed) ? undefined : problems.DATE
    case 'amount':
      return readAmount(trimmed) === null ? problems.AMOUNT : undefined
    case 'brackets':
      return readBrackets(trimmed) ? undefined : problems.BRACKETS
    case 'link':
      return /^https?:\/\/[^\s<>"\\]+$/.test(trimmed) && trimmed.length <= 500 ? undefined : problems.WEB_ADDRESS
    case 'attachments':
      return (JSON.parse(trimmed) as LessonFile[]).some(({ title }) => title.trim() === '')
        ? problems.ATTACHMENTS
        : undefined
    case 'sentences':
      return readTimedLines(trimmed) ? undefined : problems.TRANSCRIPT
    case 'chapters':
      return readChapterLines(trimmed) ? undefined : problems.CHAPTERS
    default:
      return undefined
  }
}

/** The rules of a kind's fields as its form holds them. */
export const contentSchema = (kind: ContentKind) =>
  z.record(z.string(), z.union([z.string(), z.boolean()])).check(
    z.check(({ value, issues }) => {
      for (const [name, type] of Object.entries(CONTENT_FIELDS[kind])) {
        const input = value[name]
        const message = typeof input === 'string' ? fieldProblem(type, name, input) : undefined
        if (message) issues.push({ code: 'custom', path: [name], message, input: input })
      }
    }),
  )
