import { Controller, useFormContext } from 'react-hook-form'
import { registerText } from '~/session/sign-in/sign-in.he'
import { PhoneField } from '~/shared/phone/phone-field'
import { TextField } from '~/shared/ui/text-field'
import type { PersonForm } from './person-schema'

/** First and last name, side by side where there is room; inside a form that has them. */
export function NameFields() {
  const { register, formState } = useFormContext<PersonForm>()
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={registerText.firstName}
        autoComplete="given-name"
        dir="auto"
        required
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <TextField
        label={registerText.lastName}
        autoComplete="family-name"
        dir="auto"
        required
        error={errors.lastName?.message}
        {...register('lastName')}
      />
    </div>
  )
}

/** The phone of a person; `errorId` names a message elsewhere that is about it. */
export function PersonPhoneField({ errorId }: { errorId: string | undefined }) {
  const { control, formState } = useFormContext<PersonForm>()
  return (
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
          error={formState.errors.phoneNumber?.message}
          errorId={errorId}
        />
      )}
    />
  )
}
