import type { ReactNode } from 'react'
import { useSite } from '~/shared/pages/site-of'
import { Icon, type IconName } from '~/shared/ui/icon'
import { contactText as text } from './contact.he'

/** Email, phone and street address [2.2-13]. */
export function ContactDetails() {
  const site = useSite()
  return (
    <div>
      <h2 className="border-ink border-b pb-3 text-xl">{text.details}</h2>
      <dl>
        <Detail icon="mail" label={text.byEmail}>
          <a href={`mailto:${site.email}`} className="text-link inline-block">
            <bdi dir="ltr">{site.email}</bdi>
          </a>
        </Detail>
        <Detail icon="phone" label={text.byPhone}>
          <a href={`tel:${site.phone.replaceAll('-', '')}`} className="text-link inline-block">
            <bdi dir="ltr">{site.phone}</bdi>
          </a>
        </Detail>
        <Detail icon="pin" label={text.byPost}>
          {site.address}
        </Detail>
        <AccessibilityContact />
      </dl>
    </div>
  )
}

/** Who answers for accessibility and how to reach them, as the accessibility regulations want published. */
export function AccessibilityContact() {
  const { name, phone, email } = useSite().accessibility
  return (
    <Detail icon="user" label={text.accessibility}>
      <p>{name}</p>
      <p>
        <a href={`tel:${phone.replaceAll('-', '')}`} className="text-link inline-block py-1">
          <bdi dir="ltr">{phone}</bdi>
        </a>
      </p>
      <p>
        <a href={`mailto:${email}`} className="text-link inline-block py-1">
          <bdi dir="ltr">{email}</bdi>
        </a>
      </p>
    </Detail>
  )
}

function Detail({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="border-rule border-b py-4">
      <dt className="flex items-center gap-2 text-ink-3 text-sm">
        <Icon name={icon} />
        {label}
      </dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
