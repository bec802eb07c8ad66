import { clsx } from 'clsx'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { TextField } from '~/shared/ui/text-field'
import { RichField } from '~/staff/editor/rich-field'
import type { FieldParts } from '~/staff/form/versioned-form'
import type { FormValues } from '~/staff/form/versions.rules'
import { AudienceField } from './audience-field'
import { campaignsText as text } from './campaigns.he'
import type { Campaign, CampaignKind } from './campaigns.rules'

type Name = keyof typeof text.labels
type CampaignFieldsProps = {
  campaign: Campaign
  field: (name: Name) => FieldParts
  write: (name: Name, value: string) => void
  values: FormValues
}

/** What is written of a campaign. An automatic one has its students from its occasion. */
export function CampaignFields({ campaign: { occasion }, field, write, values }: CampaignFieldsProps) {
  const kind: CampaignKind = values.kind === 'marketing' ? 'marketing' : 'service'
  return (
    <div className="grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-5">
      <TextField {...field('name')} />
      {!occasion && <KindField parts={field('kind')} kind={kind} onChosen={(chosen) => write('kind', chosen)} />}
      {occasion === 'unfinished' && (
        <TextField {...field('after_days')} inputMode="numeric" dir="ltr" className="max-w-[200px]" />
      )}
      <TextField {...field('subject')} hint={text.variables} />
      <RichField parts={field('body')} value={String(values.body ?? '')} onWrite={(json) => write('body', json)} />
      {occasion && <p className="text-ink-2 text-sm">{text.occasionVariables}</p>}
      {!occasion && (
        <AudienceField
          parts={field('audience')}
          kind={kind}
          json={String(values.audience ?? '')}
          onWrite={(json) => write('audience', json)}
        />
      )}
      <CheckboxField {...field('in_academy')} label={text.labels.in_academy} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...field('per_minute')} inputMode="numeric" dir="ltr" />
        <TextField {...field('quiet_from')} type="time" dir="ltr" />
        <TextField {...field('quiet_to')} type="time" dir="ltr" hint={text.quietHint} />
      </div>
    </div>
  )
}

type KindFieldProps = { parts: FieldParts; kind: CampaignKind; onChosen: (kind: CampaignKind) => void }

function KindField({ parts: { label, name, ref }, kind, onChosen }: KindFieldProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label}</legend>
      <input type="hidden" name={name} ref={ref} />
      <div className="grid gap-3 sm:grid-cols-2">
        {(['service', 'marketing'] as const).map((one) => (
          <label
            key={one}
            className={clsx(
              'flex gap-3 rounded-control border px-4 py-3',
              one === kind ? 'border-green bg-green-wash' : 'border-field',
            )}
          >
            <input
              type="radio"
              name="campaign-kind"
              checked={one === kind}
              onChange={() => onChosen(one)}
              className="mt-1 size-5 accent-green"
            />
            <span>
              <span className="block font-semibold">{text.kinds[one]}</span>
              <span className="text-ink-2 text-sm">{text.kindHints[one]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
