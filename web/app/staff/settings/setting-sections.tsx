import type { ReactNode } from 'react'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import type { FieldParts } from '~/staff/form/versioned-form'
import { settingsText as text } from './settings.he'
import { type SettingKey, settingKind } from './settings.rules'

type SectionName = keyof typeof text.sections

/** The sections of the page and their settings, in their order. */
export const SETTING_SECTIONS: [SectionName, SettingKey[]][] = [
  ['academy', ['academy_name', 'contact_email', 'contact_phone', 'contact_address']],
  ['accessibility', ['accessibility_name', 'accessibility_phone', 'accessibility_email']],
  ['links', ['link_whatsapp', 'link_tiktok', 'link_instagram', 'link_facebook', 'link_youtube']],
  ['notice', ['maintenance_text', 'maintenance_starts_at', 'maintenance_ends_at']],
  ['staff', ['staff_email_domains', 'staff_second_step_for_all', 'staff_idle_minutes']],
  ['keeping', ['mails_kept_days', 'visits_kept_months']],
  ['media', ['media_quota_gb', 'media_trash_days']],
]

const INPUT_TYPES = { email: 'email', phone: 'tel', link: 'url', moment: 'datetime-local' } as const

/** Every section with its fields, each under a rule. */
export function SettingSections({ field }: { field: (key: SettingKey) => FieldParts }) {
  return SETTING_SECTIONS.map(([name, keys]) => (
    <Section key={name} name={name}>
      {keys.map((key) => (
        <SettingField key={key} name={key} field={field} />
      ))}
    </Section>
  ))
}

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { title, lead } = text.sections[name]
  return (
    <section aria-labelledby={`section-${name}`} className="border-ink border-t pt-4 pb-6">
      <h2 id={`section-${name}`} tabIndex={-1} className="scroll-mt-6 text-lg">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">{lead}</p>
      <div className="grid gap-4 md:grid-cols-2">{children}</div>
    </section>
  )
}

type SettingFieldProps = { name: SettingKey; field: (key: SettingKey) => FieldParts }

function SettingField({ name, field }: SettingFieldProps) {
  const parts = field(name)
  const kind = settingKind(name)
  const hint = name in text.hints ? text.hints[name as keyof typeof text.hints] : undefined
  if (kind === 'switch')
    return (
      <div className="md:col-span-2">
        <CheckboxField {...parts} />
        <p className="ps-9 text-ink-2">{text.secondStepLead}</p>
      </div>
    )
  if (kind === 'domains') return <TextArea {...parts} dir="ltr" rows={3} hint={hint} className="md:col-span-2" />
  if (kind === 'notice') return <TextField {...parts} hint={hint} className="md:col-span-2" />
  if (['days', 'months', 'gigabytes', 'trashDays', 'idleMinutes'].includes(kind))
    return <TextField {...parts} hint={hint} inputMode="numeric" />
  return (
    <TextField
      {...parts}
      hint={hint}
      type={kind in INPUT_TYPES ? INPUT_TYPES[kind as keyof typeof INPUT_TYPES] : 'text'}
    />
  )
}
