import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import { certificateText as text } from './certificate.he'

/** The number of a certificate, to look at it. */
export function CheckForm() {
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  function check(event: FormEvent) {
    event.preventDefault()
    const typed = number.trim()
    if (typed !== '') void navigate(paths.certificate(typed))
  }
  return (
    <form onSubmit={check} className="grid gap-4">
      <TextField
        label={text.number}
        hint={text.numberHint}
        dir="ltr"
        value={number}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => setNumber(target.value)}
      />
      <Button type="submit" look="learn" className="justify-self-start">
        {text.check}
      </Button>
    </form>
  )
}
