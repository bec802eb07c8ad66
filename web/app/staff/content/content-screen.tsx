import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '~/shared/browser/lazy-part'
import { putNewer } from '~/shared/client/put-newer'
import { Bidi } from '~/shared/ui/bidi'
import { buttonClass } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { mergeBodies } from '~/staff/editor/body-merge.rules'
import { FactUses } from '~/staff/finance-facts/fact-uses'
import { VersionedForm } from '~/staff/form/versioned-form'
import type { FormValue } from '~/staff/form/versions.rules'
import { type ContentKind, contentListPath } from '~/staff/shared/content-kinds.rules'
import { contentQuery, saveContent } from './content.calls'
import { contentText as text } from './content.he'
import { CONTENT_FIELDS, type ContentRecord, toFormValues } from './content.rules'
import { readable } from './content-differences.rules'
import { ContentFields } from './content-fields'
import { ContentHistory } from './content-history'
import { ContentLinks } from './content-links'
import { contentListText } from './content-list.he'
import { contentSchema } from './content-schema'
import { PublishPanel } from './publish-panel'
import { SearchPreview } from './search-preview'
import { workingCopies } from './working-copies.calls'
import { WritersHere } from './writers-here'

const QuizStatistics = lazyPart(() =>
  import('~/staff/question-bank/quiz-statistics').then((part) => part.QuizStatistics),
)

type ContentScreenProps = {
  kind: ContentKind
  id: string
  parent?: string | undefined
  /** Who writes; what they leave unsaved is kept for them alone. */
  memberId?: string | undefined
}

/** One record: its draft, how it stands, and what visitors saw of it. */
export function ContentScreen({ kind, id, parent, memberId }: ContentScreenProps) {
  const { data: record, isPending, isError, refetch } = useQuery(contentQuery(kind, id))
  if (isPending) return <Loading />
  if (record === null)
    return (
      <MessagePage title={text.notFound}>
        <Link to={contentListPath(kind, parent)} className={buttonClass('secondary')}>
          {text.back}
        </Link>
      </MessagePage>
    )
  if (isError && !record) return <Failed text={text.failed} onRetry={() => void refetch()} />
  return record && <Editor key={id} {...{ kind, record, parent, memberId }} />
}

type EditorProps = Omit<ContentScreenProps, 'id'> & { record: ContentRecord }

function Editor({ kind, record, parent, memberId }: EditorProps) {
  const client = useQueryClient()
  const fields = Object.keys(CONTENT_FIELDS[kind])
  const labels = useMemo(
    () =>
      Object.fromEntries(
        Object.keys(CONTENT_FIELDS[kind]).map((name) => [
          name,
          text.labels[`${kind}.${name}`] ?? text.labels[name] ?? name,
        ]),
      ),
    [kind],
  )
  const schema = useMemo(() => contentSchema(kind), [kind])
  const title = String(record.values[fields[0] ?? ''] ?? '')
  return (
    <>
      <header className="pt-6 pb-5">
        <p className="text-ink-2">
          <Link to={contentListPath(kind, parent)} className="text-link inline-block min-h-6">
            {contentListText.titles[kind]}
          </Link>
          {kind === 'course' && (
            <Link to={contentListPath('lesson', record.id)} className="text-link ms-5 inline-block min-h-6">
              {text.lessons}
            </Link>
          )}
        </p>
        <h1 className="mt-1 text-2xl">
          <Bidi>{title}</Bidi>
        </h1>
      </header>
      <VersionedForm
        label={title}
        labels={labels}
        keepAs={memberId && `${memberId} ${kind} ${record.id}`}
        copies={memberId ? workingCopies(kind, record.id, toFormValues(kind, record.values)) : undefined}
        record={{ version: record.version, values: toFormValues(kind, record.values) }}
        read={readable}
        join={joinTexts}
        schema={schema}
        save={async (version, changes) => {
          const { record: saved, form } = await saveContent(kind, record.id, version, changes)
          putNewer(client, contentQuery(kind, record.id).queryKey, saved)
          void client.invalidateQueries({ queryKey: ['staff', 'content', kind, 'list'] })
          return form
        }}
      >
        {({ field, write, values, unsaved }) => (
          <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,760px)_300px]">
            <div className="grid content-start gap-5">
              {memberId && <WritersHere kind={kind} id={record.id} writing={unsaved > 0} />}
              <ContentFields kind={kind} field={field} values={values} parent={record.parent} write={write} />
              <SearchPreview kind={kind} id={record.id} values={values} />
            </div>
            <div className="xl:row-span-2">
              <PublishPanel kind={kind} record={record} parent={parent} unsaved={unsaved} />
            </div>
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
              {kind === 'quiz' && (
                <Suspense>
                  <QuizStatistics id={record.id} />
                </Suspense>
              )}
              {kind === 'fact' ? <FactUses id={record.id} /> : <ContentLinks kind={kind} id={record.id} />}
              <ContentHistory
                kind={kind}
                id={record.id}
                onTakeBack={(values) => {
                  for (const [name, value] of Object.entries(values)) write(name, value)
                  void toast.info(text.takenBack)
                }}
              />
            </div>
          </div>
        )}
      </VersionedForm>
    </>
  )
}

/** Two texts of an article joined block by block; of other fields one is chosen. */
const joinTexts = (field: string, base: FormValue, mine: FormValue, theirs: FormValue): FormValue | null =>
  field === 'body' ? mergeBodies(String(base), String(mine), String(theirs)) : null
