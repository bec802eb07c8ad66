import { type StudentProfile, useSession } from '~/session/student/session-store'
import { Section } from '~/shared/ui/section'
import { AccountDeletion } from './account-deletion'
import { ConsentHistory } from './consent-history'
import { ConsentList } from './consent-list'
import { DataExport } from './data-export'
import { consentsText, deletionText, myDataText, recordViewsText } from './my-data.he'
import { exportText } from './my-data-file.he'
import { RecordViews } from './record-views'

type PrivacyScreenProps = { onChanged: (profile: StudentProfile) => void }

/** What is held about the student and what they may do about it. */
export function PrivacyScreen({ onChanged }: PrivacyScreenProps) {
  const session = useSession()
  if (session.status !== 'student' || !session.profile) return null
  const { profile } = session
  return (
    <div className="pt-8">
      <h1 className="text-3xl">{myDataText.title}</h1>
      <p className="mt-3 text-ink-2">{myDataText.lead}</p>
      <Section id="consents" title={consentsText.title}>
        <ConsentList userId={profile.id} />
      </Section>
      <Section id="consent-history" title={consentsText.historyTitle}>
        <ConsentHistory userId={profile.id} />
      </Section>
      <Section id="record-views" title={recordViewsText.title}>
        <RecordViews userId={profile.id} />
      </Section>
      <Section id="my-copy" title={exportText.title}>
        <DataExport />
      </Section>
      <Section id="deletion" title={deletionText.title}>
        <AccountDeletion profile={profile} onChanged={onChanged} />
      </Section>
    </div>
  )
}
