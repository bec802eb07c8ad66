import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { profileText } from '~/account/dashboard/dashboard.he'
import { useFreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { NameFields, PersonPhoneField } from '~/session/registration/person-fields'
import { formManner } from '~/session/registration/person-schema'
import { TermsLabel } from '~/session/registration/terms-label'
import { sessionToasts } from '~/session/student/session.he'
import type { StudentProfile } from '~/session/student/session-store'
import { updateProfile } from '~/session/student/users.calls'
import { fieldOf } from '~/shared/errors/error-code'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { SubmitButton } from '~/shared/ui/submit-button'
import { toast } from '~/shared/ui/toast'
import { type ProfileFields as Fields, profileSchema } from './profile-schema'

type ProfileFormProps = { profile: StudentProfile; onSaved: (profile: StudentProfile) => void }

const FIELDS = ['firstName', 'lastName', 'phoneNumber', 'consentsGiven'] as const

/** Names and phone, and terms where they were not agreed to; a phone that is missing or invalid starts empty. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const { run, dialog } = useFreshSignIn()
  const failureId = useId()
  const [failure, setFailure] = useState<{ text: string; aboutPhone: boolean }>()
  const { register, control, handleSubmit, getValues, setValue, reset, setFocus, formState } = useForm<Fields>({
    ...formManner,
    defaultValues: toFields(profile),
    resolver: standardSchemaResolver(profileSchema),
  })
  const { errors, isSubmitting, isDirty } = formState

  useEffect(() => {
    if (failure?.aboutPhone) setFocus('phoneNumber')
  }, [failure, setFocus])

  async function save(fields: Fields) {
    setFailure(undefined)
    const sent = getValues()
    try {
      const saved = await run(() => updateProfile(profile.id, fields))
      if (saved === 'cancelled') return
      const kept = toFields(saved)
      // What was typed while it was on its way stays, and counts as not saved yet.
      for (const name of FIELDS) if (getValues(name) === sent[name]) setValue(name, kept[name])
      reset(kept, { keepValues: true })
      onSaved(saved)
      void toast.success(sessionToasts.profileUpdated)
    } catch (cause) {
      const { code, message } = toAppError(cause)
      const text = code === 'PHONE_ALREADY_EXISTS' ? profileText.phoneTaken : message
      setFailure({ text, aboutPhone: fieldOf(code) === 'phoneNumber' })
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="grid gap-5">
      {dialog}
      <NameFields first={register('firstName')} last={register('lastName')} errors={errors} />
      <Controller
        control={control}
        name="phoneNumber"
        render={({ field }) => (
          <PersonPhoneField
            field={field}
            error={errors.phoneNumber}
            errorId={failure?.aboutPhone ? failureId : undefined}
          />
        )}
      />
      {!profile.consentsGiven && (
        <CheckboxField
          label={<TermsLabel />}
          required
          error={errors.consentsGiven?.message}
          {...register('consentsGiven')}
        />
      )}
      {failure && (
        <Alert tone="error" id={failureId}>
          {failure.text}
        </Alert>
      )}
      <SubmitButton look="learn" className="justify-self-start" busy={isSubmitting} disabled={!isDirty}>
        {isSubmitting ? profileText.submitting : profileText.submit}
      </SubmitButton>
    </form>
  )
}

const toFields = ({ firstName, lastName, phoneNumber, consentsGiven }: StudentProfile): Fields => ({
  firstName,
  lastName,
  consentsGiven,
  phoneNumber: phoneNumber ?? '',
})
