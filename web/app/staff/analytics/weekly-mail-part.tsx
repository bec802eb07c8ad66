import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { putNewer } from '~/shared/client/put-newer'
import { Failed } from '~/shared/ui/section'
import { Switch } from '~/shared/ui/switch'
import { toast } from '~/shared/ui/toast'
import { FigurePart } from './figure-grid'
import { setWeeklyMail, weeklyMailQuery } from './weekly-mail.calls'
import { weeklyMailText as text } from './weekly-mail.he'

const ANCHOR = 'weekly-mail'

/** Turns the mail with the figures of each week on and off; the way out in the mail leads here. */
export function WeeklyMailPart() {
  const cache = useQueryClient()
  const { data, isError, refetch } = useQuery(weeklyMailQuery())
  const { mutate, isPending } = useMutation({
    mutationFn: setWeeklyMail,
    onSuccess: (_, wanted) => putNewer(cache, weeklyMailQuery().queryKey, wanted),
    onError: () => void toast.error(text.saveFailed),
  })
  const { hash } = useLocation()
  useEffect(() => {
    // The mail leads here before the page has what stands above.
    if (hash === `#${ANCHOR}`) document.getElementById(ANCHOR)?.scrollIntoView()
  }, [hash])
  return (
    <FigurePart title={text.title} anchor={ANCHOR}>
      <div className="max-w-[72ch] py-3">
        {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
        {!isError && (
          <Switch
            label={text.label}
            about={text.about}
            checked={data === true}
            busy={isPending || data === undefined}
            onChange={mutate}
          />
        )}
      </div>
    </FigurePart>
  )
}
