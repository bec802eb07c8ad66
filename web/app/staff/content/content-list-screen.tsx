import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { Button } from '~/shared/ui/button'
import { OverdueFacts } from '~/staff/finance-facts/overdue-facts'
import { LessonImportButton } from '~/staff/lesson-import/lesson-import-button'
import { ListFrame } from '~/staff/list/list-frame'
import { useListAddress } from '~/staff/list/use-list-address'
import type { ChoiceActionsProps } from '~/staff/list-selection/list-choice-bar'
import { type ContentKind, contentListPath, contentPath } from '~/staff/shared/content-kinds.rules'
import { PageLink } from '~/staff/shared/page-link'
import { useActionOpen } from '~/staff/shared/use-requested-action'
import { articleTagsQuery } from './article-tags.calls'
import { chooseContents } from './bulk.calls'
import { contentListQuery } from './content.calls'
import { contentList, hasOrder, hasTags, isInOrder } from './content.rules'
import { ContentBulk } from './content-bulk'
import { contentColumns } from './content-columns'
import { contentListText as text } from './content-list.he'
import { NewContentDialog } from './new-content-dialog'

const SORTS = {
  title: { title: text.columns.title, begins: 'asc' },
  edited_at: { title: text.columns.edited_at, begins: 'desc' },
  place: { title: text.columns.place, begins: 'desc' },
} as const

/** What is done with chosen records, for each kind. */
const BULK = Object.fromEntries(
  Object.keys(text.titles).map((name) => {
    const kind = name as ContentKind
    return [kind, (props: ChoiceActionsProps) => <ContentBulk kind={kind} {...props} />]
  }),
) as Record<ContentKind, ComponentType<ChoiceActionsProps>>

/** The filters of a list; of articles by their tags too, of which one in the address stays choosable when none has it any more. */
function useFilters(kind: ContentKind, tag: string | undefined) {
  const { data: known = [] } = useQuery({ ...articleTagsQuery(), enabled: hasTags(kind) })
  const names = [...new Set([...known, ...(tag ? [tag] : [])])]
  const values = Object.fromEntries(names.map((name) => [name, name]))
  return hasTags(kind) && names.length > 0 ? { ...text.filters, tag: { ...text.tag, values } } : text.filters
}

type ContentListScreenProps = {
  kind: ContentKind
  /** The course of lessons, or of tests. */
  parent?: string | undefined
}

/** The records of a kind, in the order that visitors see unless one asks otherwise [2.12-11] [2.12-15] [2.12-16]. */
export function ContentListScreen({ kind, parent }: ContentListScreenProps) {
  const shape = contentList(kind)
  const { address } = useListAddress(shape)
  const filters = useFilters(kind, address.filters.tag)
  const [isMaking, setIsMaking] = useActionOpen('create')
  const client = useQueryClient()
  const isOrdered = hasOrder(kind, parent) && isInOrder(address)
  const columns = useMemo(() => contentColumns(kind, parent, isOrdered), [kind, parent, isOrdered])
  const words = {
    title: text.titles[kind],
    counted: text.counted[kind],
    search: text.search,
    empty: text.empty,
    emptyLead: text.emptyLead,
    columns: text.columns,
  }
  return (
    <>
      <ListFrame
        words={words}
        shape={shape}
        query={(asked) => contentListQuery(kind, parent, asked)}
        columns={columns}
        sorts={SORTS}
        filters={filters}
        choice={{
          nameOf: ({ title }) => title,
          all: (asked) => chooseContents(client, kind, parent, asked),
          Actions: BULK[kind],
        }}
        lead={
          kind === 'fact' ? (
            <OverdueFacts />
          ) : (
            parent && (
              <p className="pb-3">
                <PageLink
                  to={kind === 'quiz' ? contentListPath('quiz') : contentPath('course', parent)}
                  className="text-link"
                >
                  {kind === 'quiz' ? text.toQuizzes : text.toCourse}
                </PageLink>
              </p>
            )
          )
        }
        actions={() => (
          <>
            {kind === 'lesson' && parent && <LessonImportButton course={parent} />}
            <Button look="primary" size="small" onClick={() => setIsMaking(true)}>
              {text.create[kind]}
            </Button>
          </>
        )}
      />
      {isMaking && <NewContentDialog kind={kind} parent={parent} onClose={() => setIsMaking(false)} />}
    </>
  )
}
