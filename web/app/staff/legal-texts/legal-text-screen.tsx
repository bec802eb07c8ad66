import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { putNewer } from '~/shared/client/put-newer'
import { staffPaths } from '~/shared/config/staff-paths'
import { buttonClass } from '~/shared/ui/button'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed } from '~/shared/ui/section'
import { TextArea } from '~/shared/ui/text-area'
import { RichField } from '~/staff/editor/rich-field'
import { VersionedForm } from '~/staff/form/versioned-form'
import { LegalComparison } from './legal-comparison'
import { LegalPreview } from './legal-preview'
import { LegalPublishPanel } from './legal-publish-panel'
import { legalTextQuery, saveLegalDraft } from './legal-texts.calls'
import { legalTextsText as text } from './legal-texts.he'
import { isAgreedTo, type LegalRecord, toLegalValues } from './legal-texts.rules'
import { LegalVersions } from './legal-versions'

const SCHEMA = z.record(z.string(), z.union([z.string().check(z.maxLength(600_000)), z.boolean()])).check(
  z.check(({ value, issues }) => {
    const summary = value.summary_he
    if (typeof summary === 'string' && summary.length > 500)
      issues.push({ code: 'custom', path: ['summary_he'], message: text.problems.TOO_LONG, input: summary })
  }),
)

/** One legal text: its draft beside how it will look, what is in force, and every version. */
export function LegalTextScreen({ slug }: { slug: string }) {
  const { data: record, isPending, isError, refetch } = useQuery(legalTextQuery(slug))
  if (isPending) return <Loading />
  if (record === null)
    return (
      <MessagePage title={text.notFound}>
        <Link to={staffPaths.legal} className={buttonClass('secondary')}>
          {text.back}
        </Link>
      </MessagePage>
    )
  if (isError && !record) return <Failed text={text.failed} onRetry={() => void refetch()} />
  return record && <LegalEditor record={record} />
}

function LegalEditor({ record }: { record: LegalRecord }) {
  const client = useQueryClient()
  const { slug, title } = record
  const { body, summary_he, demands_acceptance } = text.labels
  const labels = isAgreedTo(slug) ? text.labels : { body, summary_he }
  return (
    <>
      <header className="pt-6 pb-5">
        <Link to={staffPaths.legal} className="text-link">
          {text.title}
        </Link>
        <h1 className="mt-1 text-2xl">{title}</h1>
      </header>
      <VersionedForm
        label={title}
        labels={labels as typeof text.labels}
        record={{ version: record.version, values: toLegalValues(record.values) }}
        schema={SCHEMA}
        save={async (version, changes) => {
          const { record: saved, form } = await saveLegalDraft(slug, version, changes)
          putNewer(client, legalTextQuery(slug).queryKey, saved)
          return form
        }}
      >
        {({ field, write, values, unsaved }) => (
          <>
            <LegalPublishPanel record={record} unsaved={unsaved} />
            <TextArea {...field('summary_he')} hint={text.summaryHint} rows={3} className="max-w-[760px]" />
            {isAgreedTo(slug) && <CheckboxField {...field('demands_acceptance')} label={demands_acceptance} />}
            <div className="grid gap-x-6 gap-y-5 xl:grid-cols-2">
              <RichField
                parts={field('body')}
                value={String(values.body ?? '')}
                onWrite={(json) => write('body', json)}
              />
              <LegalPreview body={String(values.body ?? '')} />
            </div>
            <LegalComparison record={record} draft={String(values.body ?? '')} />
            <LegalVersions record={record} />
          </>
        )}
      </VersionedForm>
    </>
  )
}
