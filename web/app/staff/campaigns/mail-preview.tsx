import { useEffect, useRef, useState } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { campaignsText as text } from './campaigns.he'
import { type CampaignText, campaignMail } from './campaigns.rules'
import { showMail } from './show-mail'

type MailPreviewProps = Omit<CampaignText, 'body'> & { body: string }

/**
 * The mail as it arrives, in light and dark, on a phone and a desktop; made by what makes the mail itself. An automatic
 * one is filled in with examples.
 */
export function MailPreview({ body, ...campaign }: MailPreviewProps) {
  const [isDark, setIsDark] = useState(false)
  const [isPhone, setIsPhone] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const mail = campaignMail(
    { ...campaign, body: JSON.parse(body) as CampaignText['body'] },
    campaign.occasion ? { ...text.sample, ...text.sampleOfOccasion } : text.sample,
    { token: 'preview', siteUrl: globalThis.location?.origin ?? '' },
  )
  useEffect(() => {
    if (place.current) showMail(place.current, mail.html, { isDark, isPhone })
  }, [mail.html, isDark, isPhone])
  return (
    <section aria-label={text.preview} className="max-w-[860px]">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <h2 className="me-auto text-xl">{text.preview}</h2>
        <Choice label={text.light} chosen={!isDark} onChosen={() => setIsDark(false)} />
        <Choice label={text.dark} chosen={isDark} onChosen={() => setIsDark(true)} />
        <Choice label={text.desktop} chosen={!isPhone} onChosen={() => setIsPhone(false)} />
        <Choice label={text.phone} chosen={isPhone} onChosen={() => setIsPhone(true)} />
      </div>
      <div className="overflow-hidden rounded-card border border-rule">
        <p className="border-rule border-b bg-card px-4 py-2 font-semibold">
          <Bidi>{mail.subject}</Bidi>
        </p>
        <div ref={place} className={isPhone ? 'mx-auto max-w-[390px]' : undefined} />
      </div>
    </section>
  )
}

function Choice({ label, chosen, onChosen }: { label: string; chosen: boolean; onChosen: () => void }) {
  return (
    <Button look={chosen ? 'primary' : 'secondary'} size="small" aria-pressed={chosen} onClick={onChosen}>
      {label}
    </Button>
  )
}
