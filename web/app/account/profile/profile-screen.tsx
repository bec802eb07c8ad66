import { Link } from 'react-router'
import { dashboardText, profileText } from '~/account/dashboard/dashboard.he'
import { type StudentProfile, useSession } from '~/session/student/session-store'
import { signOut } from '~/session/student/sign-out.calls'
import { paths } from '~/shared/config/paths'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { ProfileForm } from './profile-form'

type ProfileScreenProps = { onSaved: (profile: StudentProfile) => void }

/** The student's own names, phone and address of mail (2.10). */
export function ProfileScreen({ onSaved }: ProfileScreenProps) {
  const session = useSession()
  if (session.status !== 'student' || !session.profile) return null
  const { profile, phoneUpdateRequired } = session
  const owesMore = !profile.consentsGiven
  return (
    <div className="pt-8">
      <h1 className="text-3xl">{profileText.title}</h1>
      <p className="mt-3 text-ink-2">{profileText.lead}</p>
      {(phoneUpdateRequired || owesMore) && (
        <Alert tone="attention" className="mt-6">
          <p className="font-bold">
            {owesMore ? profileText.detailsTitle : profileText.bannerTitle(profile.firstName || dashboardText.user)}
          </p>
          <p>{owesMore ? profileText.detailsLead : profileText.bannerLead}</p>
        </Alert>
      )}
      <EmailLine profile={profile} />
      <ProfileForm profile={profile} onSaved={onSaved} />
      <div className="mt-10 flex flex-wrap gap-x-6 gap-y-2 border-t border-rule pt-4">
        {!phoneUpdateRequired && !owesMore && (
          <Link to={paths.dashboard} className="py-2 font-semibold text-green underline underline-offset-4">
            {profileText.backToDashboard}
          </Link>
        )}
        <Button look="quiet" size="small" onClick={() => void signOut()}>
          {profileText.signOut}
        </Button>
      </div>
    </div>
  )
}

function EmailLine({ profile }: { profile: StudentProfile }) {
  return (
    <div className="my-8 border-t border-ink">
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-3">
        <dt className="text-ink-2">{profileText.email}</dt>
        <dd className="flex flex-wrap items-baseline gap-x-3">
          <bdi dir="ltr" className="font-semibold break-all">
            {profile.email}
          </bdi>
          {profile.emailVerified ? (
            <span className="text-sm text-green-ink">{profileText.verified}</span>
          ) : (
            <Link to={paths.verifyEmail} className="text-sm text-red underline underline-offset-4">
              {profileText.verifyNow}
            </Link>
          )}
        </dd>
      </dl>
      <p className="pt-2 text-sm text-ink-3">
        {profileText.emailHint}{' '}
        <Link to={paths.profileSecurity} className="text-green underline underline-offset-4">
          {profileText.changeEmail}
        </Link>
      </p>
    </div>
  )
}
