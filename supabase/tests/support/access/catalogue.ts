import { FACTS } from './facts.ts'
import {
  change,
  EVERYONE,
  hidden,
  kept,
  MANAGERS,
  NEWS,
  published,
  type Rule,
  read,
  remove,
  rule,
  SERVICE,
  STRANGER,
} from './rule.ts'

export const CATALOGUE: Rule[] = [
  ...published({
    spec: ['3-08', '6-02', '6-21'],
    table: 'categories',
    shown: 'category',
    insert: () => ({ sql: `insert into categories (name_he, slug) values ('א', 'new')` }),
    set: `name_he = 'ב'`,
  }),
  hidden({ spec: ['3-08', '7-13'], table: 'categories', row: 'an inactive row', key: 'hiddenCategory', yes: MANAGERS }),
  ...published({
    spec: ['3-12', '6-02'],
    table: 'authors',
    shown: 'author',
    insert: () => ({ sql: `insert into authors (name_he, slug) values ('א', 'new')` }),
    set: `name_he = 'ב'`,
  }),
  ...kept({
    spec: ['3-09', '6-02', '6-20'],
    table: 'courses',
    spare: 'draftCourse',
    shown: 'course',
    insert: () => ({ sql: `insert into courses (title_he) values ('א')` }),
    set: `title_he = 'ב'`,
  }),
  hidden({ spec: ['3-09', '7-14'], table: 'courses', row: 'a draft', key: 'draftCourse', yes: MANAGERS }),
  ...kept({
    spec: ['3-13', '6-02', '6-22'],
    table: 'lessons',
    spare: 'draftLesson',
    shown: 'lesson',
    insert: (cast) => ({ sql: `insert into lessons (course_id, title_he) values ($1, 'א')`, values: [cast.id.course] }),
    set: `title_he = 'ב'`,
  }),
  hidden({ spec: ['6-04', '7-15'], table: 'lessons', row: 'a draft', key: 'draftLesson', yes: MANAGERS }),
  hidden({
    spec: ['6-04', '7-15'],
    table: 'lessons',
    row: 'a published lesson of a draft course',
    key: 'lessonOfDraft',
    yes: MANAGERS,
  }),
  hidden({
    spec: ['2.1-14', '6-05'],
    table: 'lesson_contents',
    row: 'the content of a published lesson',
    key: 'lesson',
    yes: ['student', 'otherStudent', ...MANAGERS],
    pick: 'lesson_id',
    except: STRANGER,
  }),
  hidden({
    spec: ['6-04'],
    table: 'lesson_contents',
    row: 'the content of a draft',
    key: 'draftLesson',
    yes: MANAGERS,
    pick: 'lesson_id',
    except: STRANGER,
  }),
  hidden({
    spec: ['6-04'],
    table: 'lesson_contents',
    row: 'the content of a lesson of a draft course',
    key: 'lessonOfDraft',
    yes: MANAGERS,
    pick: 'lesson_id',
    except: STRANGER,
  }),
  rule({
    spec: ['6-22'],
    table: 'lesson_contents',
    operation: 'insert',
    row: 'a new row',
    statement: (cast) => ({ sql: 'insert into lesson_contents (lesson_id) values ($1)', values: [cast.id.freeLesson] }),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  ...(['update', 'delete'] as const).map((operation) =>
    rule({
      spec: ['6-22'],
      table: 'lesson_contents',
      operation,
      row: 'a row',
      statement: {
        update: change('lesson_contents', 'lesson', `summary_he = 'א'`, 'lesson_id'),
        delete: remove('lesson_contents', 'lesson', 'lesson_id'),
      }[operation],
      yes: SERVICE,
      otherwise: 'denied',
    }),
  ),
  ...published({
    spec: ['3-30', '6-20'],
    table: 'articles',
    shown: 'article',
    insert: () => ({ sql: `insert into articles (kind, slug, title_he) values ('news', 'new', 'א')` }),
    set: `title_he = 'ב'`,
  }),
  hidden({ spec: ['6-09'], table: 'articles', row: 'a draft of news', key: 'draftNews', yes: NEWS }),
  hidden({ spec: ['6-09'], table: 'articles', row: 'news of a later day', key: 'futureNews', yes: NEWS }),
  hidden({ spec: ['6-07'], table: 'articles', row: 'a draft of an essay', key: 'draftEssay', yes: MANAGERS }),
  rule({
    spec: ['6-07', '6-09'],
    table: 'articles',
    operation: 'update',
    row: 'news turned into an essay',
    statement: change('articles', 'draftNews', `kind = 'essay'`),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  ...FACTS,
  ...fixedText('legal_documents', 'document', {
    insert: `insert into legal_documents (slug, title_he) values ('privacy', 'א')`,
    set: `slug = 'cookies'`,
  }),
  ...fixedText('legal_document_versions', 'version', {
    insert: `insert into legal_document_versions (document_id, version, body) select id, 9, '{"type":"doc"}' from legal_documents`,
    set: `body = '{"type":"doc","content":[]}'`,
  }),
  hidden({ spec: ['6-23'], table: 'legal_document_versions', row: 'a draft', key: 'draftVersion', yes: MANAGERS }),
]

/** Everybody reads it, staff write by functions alone, and what was in force changes for nobody, the server included. */
function fixedText(table: string, key: string, { insert, set }: { insert: string; set: string }): Rule[] {
  const spec = ['6-23']
  const row = 'a text in force'
  const fixed = {
    spec,
    table,
    row,
    yes: [],
    otherwise: 'denied',
    except: { service_role: 'LEGAL_TEXT_FIXED' },
  } as const
  return [
    rule({ spec, table, operation: 'select', row, statement: read(table, key), yes: EVERYONE, otherwise: 'none' }),
    rule({
      ...{ spec, table, operation: 'insert', row: 'a new row', yes: SERVICE, otherwise: 'denied' },
      statement: () => ({ sql: insert }),
    }),
    rule({ ...fixed, operation: 'update', statement: change(table, key, set) }),
    rule({ ...fixed, operation: 'delete', statement: remove(table, key) }),
  ]
}
