import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { NameFields, PersonPhoneField } from '~/session/registration/person-fields'
import { formManner } from '~/session/registration/person-schema'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { SubmitButton } from '~/shared/ui/submit-button'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { requestAccess } from './access-requests.calls'
import { lostMailText as text } from './lost-mail.he'
import { type AccessRequest, lostMailSchema } from './lost-mail-schema'

type LostMailFormProps = { initialEmail: string; onSent: (contactEmail: string) => void }

/** Who somebody is, which address was lost and where an answer reaches them. Whatever fails, what was written stays. */
export function LostMailForm({ initialEmail, onSent }: LostMailFormProps) {
  const [failure, setFailure] = useState<string>()
  const { register, control, handleSubmit, formState } = useForm<AccessRequest>({
    ...formManner,
    defaultValues: {
      firstName: '',
      lastName: '',
      phoneNumber: '',
      formerEmail: initialEmail,
      contactEmail: '',
      message: '',
    },
    resolver: standardSchemaResolver(lostMailSchema),
  })
  const { errors, isSubmitting } = formState

  async function send(fields: AccessRequest) {
    setFailure(undefined)
    try {
      await requestAccess(fields)
      onSent(fields.contactEmail)
    } catch (cause) {
      setFailure(toAppError(cause).code === 'TOO_MANY_REQUESTS' ? text.limitMet : text.failed)
    }
  }

  const mail = { type: 'email', autoComplete: 'email', spellCheck: false, required: true } as const
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="grid gap-5">
      <NameFields first={register('firstName')} last={register('lastName')} errors={errors} />
      <TextField {...mail} label={text.formerEmail} error={errors.formerEmail?.message} {...register('formerEmail')} />
      <Controller
        control={control}
        name="phoneNumber"
        render={({ field }) => <PersonPhoneField field={field} error={errors.phoneNumber} errorId={undefined} />}
      />
      <TextField
        {...mail}
        label={text.contactEmail}
        hint={text.contactHint}
        error={errors.contactEmail?.message}
        {...register('contactEmail')}
      />
      <TextArea
        label={text.message}
        hint={text.messageHint}
        rows={5}
        required
        error={errors.message?.message}
        {...register('message')}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      <SubmitButton look="learn" busy={isSubmitting}>
        {isSubmitting ? text.submitting : text.submit}
      </SubmitButton>
      <p className="text-ink-3 text-sm">{text.limit}</p>
    </form>
  )
}
