import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putNewer } from '~/shared/client/put-newer'
import { Switch } from '~/shared/ui/switch'
import { consentsKey, historyKey } from './consent-keys'
import { type Consents, setMarketingConsent } from './my-consents.calls'
import { consentsText as text } from './my-data.he'

type MarketingConsentProps = { userId: string; consents: Consents }

/** Marketing mail on or off: shown and saved at once, taken back when the server refuses, undone with a press. */
export function MarketingConsent({ userId, consents }: MarketingConsentProps) {
  const queryClient = useQueryClient()
  const key = consentsKey(userId)
  const show = (marketing: boolean) => putNewer<Consents>(queryClient, key, (now) => now && { ...now, marketing })
  const change = useMutation({
    mutationFn: (granted: boolean) => setMarketingConsent(userId, granted),
    onMutate: async (granted) => {
      await queryClient.cancelQueries({ queryKey: key })
      show(granted)
    },
    onError: (_, granted) => show(!granted),
    onSuccess: (_, granted) => {
      show(granted)
      return queryClient.invalidateQueries({ queryKey: historyKey(userId) })
    },
  })
  return (
    <>
      <Switch
        label={text.marketingName}
        about={text.marketingAbout}
        checked={consents.marketing}
        busy={change.isPending}
        onChange={(granted) => change.mutate(granted)}
      />
      <p
        role={change.isError ? 'alert' : 'status'}
        className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden"
      >
        {change.isError && <span className="pt-2 text-red">{text.marketingFailed}</span>}
        {change.isSuccess && (
          <>
            <span className="pt-2 text-green-ink">{consents.marketing ? text.marketingOn : text.marketingOff}</span>
            <button type="button" className="min-h-8 pt-2 text-link" onClick={() => change.mutate(!consents.marketing)}>
              {text.undo}
            </button>
          </>
        )}
      </p>
    </>
  )
}
