import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { isFocusLost } from '~/shared/browser/near-focus'
import { putNewer } from '~/shared/client/put-newer'
import { staffPaths } from '~/shared/config/staff-paths'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed } from '~/shared/ui/section'
import { VersionedForm } from '~/staff/form/versioned-form'
import { CampaignFields } from './campaign-fields'
import { CampaignStateMark } from './campaign-state-mark'
import { campaignQuery, saveCampaign } from './campaigns.calls'
import { campaignsText as text } from './campaigns.he'
import { type Campaign, isWritable, toCampaignValues } from './campaigns.rules'
import { MailPreview } from './mail-preview'
import { NewCampaignDialog } from './new-campaign-dialog'
import { SendPanel } from './send-panel'

const SCHEMA = z.record(z.string(), z.union([z.string().check(z.maxLength(600_000)), z.boolean()])).check(
  z.check(({ value, issues }) => {
    const { name, subject, quiet_from, quiet_to } = value
    const wrong = [
      ['name', typeof name === 'string' && (name.trim() === '' || name.length > 120)],
      ['subject', typeof subject === 'string' && subject.length > 150],
      ['quiet_to', (quiet_from === '') !== (quiet_to === '')],
    ] as const
    for (const [field, isWrong] of wrong)
      if (isWrong)
        issues.push({ code: 'custom', path: [field], message: text.problems.CAMPAIGN_INVALID, input: value[field] })
  }),
)

/** One campaign: what it says and to whom, how it will look, and how far it is. */
export function CampaignScreen({ id }: { id: string }) {
  const { data: campaign, isPending, isError, refetch } = useQuery(campaignQuery(id))
  if (isPending) return <Loading />
  if (campaign === null)
    return (
      <MessagePage title={text.notFound}>
        <Link to={staffPaths.notifications} className={buttonClass('secondary')}>
          {text.back}
        </Link>
      </MessagePage>
    )
  if (isError && !campaign) return <Failed text={text.failed} onRetry={() => void refetch()} />
  return campaign && <CampaignRecord campaign={campaign} />
}

function CampaignRecord({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient()
  const [isCopying, setIsCopying] = useState(false)
  const { id, values, version, author, state } = campaign
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    // What was pressed is no longer there: the state that came of it has the focus, and the next act follows it.
    if (shown.current !== state && isFocusLost()) panel.current?.focus()
    shown.current = state
  }, [state])
  return (
    <>
      <header className="flex max-w-[860px] flex-wrap items-end justify-between gap-4 pt-6 pb-5">
        <div>
          <Link to={staffPaths.notifications} className="text-link">
            {text.title}
          </Link>
          <h1 className="mt-1 text-2xl">
            <Bidi>{values.name}</Bidi>
          </h1>
          <p className="mt-1 text-ink-2">
            <CampaignStateMark state={campaign.state} occasion={campaign.occasion} />
            {author && <span className="ms-3">{text.by(author)}</span>}
          </p>
        </div>
        <Button look="secondary" size="small" onClick={() => setIsCopying(true)}>
          {text.copy}
        </Button>
      </header>
      {isWritable(campaign) ? (
        <VersionedForm
          label={values.name}
          labels={text.labels}
          record={{ version, values: toCampaignValues(values) }}
          schema={SCHEMA}
          save={async (read, changes) => {
            const { campaign: saved, form } = await saveCampaign(id, read, changes)
            putNewer(client, campaignQuery(id).queryKey, saved)
            return form
          }}
        >
          {({ field, write, values: written, unsaved }) => (
            <>
              <SendPanel ref={panel} campaign={campaign} unsaved={unsaved} />
              <CampaignFields campaign={campaign} field={field} write={write} values={written} />
              <MailPreview
                kind={written.kind === 'marketing' ? 'marketing' : 'service'}
                occasion={campaign.occasion}
                sender={campaign.sender}
                subject={String(written.subject ?? '')}
                body={String(written.body ?? '')}
              />
            </>
          )}
        </VersionedForm>
      ) : (
        <div className="grid gap-6">
          <SendPanel ref={panel} campaign={campaign} unsaved={0} />
          <MailPreview
            kind={values.kind}
            occasion={campaign.occasion}
            sender={campaign.sender}
            subject={values.subject}
            body={JSON.stringify(values.body)}
          />
        </div>
      )}
      {isCopying && <NewCampaignDialog copyOf={{ id, name: values.name }} onClose={() => setIsCopying(false)} />}
    </>
  )
}
