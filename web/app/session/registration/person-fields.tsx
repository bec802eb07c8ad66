import type { RefCallBack, UseFormRegisterReturn } from 'react-hook-form'
import { registerText } from '~/session/sign-in/sign-in.he'
import { PhoneField } from '~/shared/phone/phone-field'
import { TextField } from '~/shared/ui/text-field'

type Problem = { message?: string | undefined } | undefined

type NameFieldsProps = {
  first: UseFormRegisterReturn
  last: UseFormRegisterReturn
  errors: { firstName?: Problem; lastName?: Problem }
}

/** First and last name, side by side where there is room. */
export function NameFields({ first, last, errors }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={registerText.firstName}
        autoComplete="given-name"
        required
        error={errors.firstName?.message}
        {...first}
      />
      <TextField
        label={registerText.lastName}
        autoComplete="family-name"
        required
        error={errors.lastName?.message}
        {...last}
      />
    </div>
  )
}

type PersonPhoneFieldProps = {
  field: { value: string; onChange: (value: string) => void; onBlur: () => void; ref: RefCallBack }
  error: Problem
  /** Id of a message elsewhere that is about the number. */
  errorId: string | undefined
}

/** The phone of a person. */
export function PersonPhoneField({ field, error, errorId }: PersonPhoneFieldProps) {
  return (
    <PhoneField
      label={registerText.phone}
      hint={registerText.phoneHint}
      required
      ref={field.ref}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={error?.message}
      errorId={errorId}
    />
  )
}
