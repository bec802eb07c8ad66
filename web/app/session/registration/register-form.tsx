import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useId } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { registerText } from '~/session/sign-in/sign-in.he'
import { Alert } from '~/shared/ui/alert'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
import { NameFields, PersonPhoneField } from './person-fields'
import { formManner } from './person-schema'
import { type RegistrationForm, registrationSchema } from './registration-schema'
import { TermsLabel } from './terms-label'

type RegisterFormProps = {
  initial: RegistrationForm
  onSubmit: (form: RegistrationForm) => Promise<void>
  /** Why the last attempt failed, and which field it is about. */
  failure: { text: string; field: 'email' | 'phoneNumber' | null } | undefined
}

/** The fields of registration [2.6-01]; sending waits for the terms and the phone [4-10]. */
export function RegisterForm({ initial, onSubmit, failure }: RegisterFormProps) {
  const failureId = useId()
  const { register, control, handleSubmit, setFocus, formState } = useForm<RegistrationForm>({
    ...formManner,
    defaultValues: initial,
    resolver: standardSchemaResolver(registrationSchema),
  })
  const [phone, terms] = useWatch({ control, name: ['phoneNumber', 'termsConsent'] })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (failure?.field) setFocus(failure.field)
  }, [failure, setFocus])
  const failedAt = (field: 'email' | 'phoneNumber') => (failure?.field === field ? failureId : undefined)
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)} className="grid gap-5">
      <NameFields first={register('firstName')} last={register('lastName')} errors={errors} />
      <TextField
        label={registerText.email}
        type="email"
        autoComplete="email"
        spellCheck={false}
        required
        error={errors.email?.message}
        errorId={failedAt('email')}
        {...register('email')}
      />
      <Controller
        control={control}
        name="phoneNumber"
        render={({ field }) => (
          <PersonPhoneField field={field} error={errors.phoneNumber} errorId={failedAt('phoneNumber')} />
        )}
      />
      <div className="grid gap-3">
        <CheckboxField
          label={<TermsLabel />}
          required
          error={errors.termsConsent?.message}
          {...register('termsConsent')}
        />
        <CheckboxField label={registerText.marketing} {...register('marketingConsent')} />
      </div>
      {failure && (
        <Alert tone="error" id={failureId}>
          {failure.text}
        </Alert>
      )}
      <SubmitButton look="learn" busy={isSubmitting} disabled={!terms || !phone}>
        {isSubmitting ? registerText.submitting : registerText.submit}
      </SubmitButton>
    </form>
  )
}
