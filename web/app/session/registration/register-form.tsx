import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useId } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { registerText } from '~/session/sign-in/sign-in.he'
import { PhoneField } from '~/shared/phone/phone-field'
import { Alert } from '~/shared/ui/alert'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextField } from '~/shared/ui/text-field'
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
    defaultValues: initial,
    mode: 'onTouched',
    // An error that appears while a field is left would push the button away from under the finger.
    delayError: 300,
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
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={registerText.firstName}
          autoComplete="given-name"
          required
          dir="auto"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label={registerText.lastName}
          autoComplete="family-name"
          required
          dir="auto"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
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
          <PhoneField
            label={registerText.phone}
            hint={registerText.phoneHint}
            required
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.phoneNumber?.message}
            errorId={failedAt('phoneNumber')}
          />
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
