import { useId } from 'react'
import { OPTIONAL_PURPOSES, type OptionalPurpose, type Preferences } from './consent.rules'
import { privacyChoiceText as text } from './privacy-choice.he'

type PurposeListProps = { flags: Preferences; onToggle: (purpose: OptionalPurpose) => void }

/** The four purposes with their switches; the essential one stays on [4-44]. */
export function PurposeList({ flags, onToggle }: PurposeListProps) {
  return (
    <ul className="mt-4 border-ink border-t">
      <Purpose purpose="essential" checked />
      {OPTIONAL_PURPOSES.map((purpose) => (
        <Purpose key={purpose} purpose={purpose} checked={flags[purpose]} onToggle={() => onToggle(purpose)} />
      ))}
    </ul>
  )
}

type PurposeProps = { purpose: keyof Preferences; checked: boolean; onToggle?: () => void }

function Purpose({ purpose, checked, onToggle }: PurposeProps) {
  const id = useId()
  const { name, about } = text.purposes[purpose]
  return (
    <li className="flex items-center justify-between gap-4 border-rule border-b py-2.5">
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        {!onToggle && <span className="text-ink-3 text-xs"> · {text.always}</span>}
        <span id={`${id}-about`} className="block text-ink-2 text-xs leading-snug">
          {about}
        </span>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={`${id}-about`}
        checked={checked}
        disabled={!onToggle}
        onChange={onToggle}
        className="size-6 shrink-0 disabled:opacity-60"
      />
    </li>
  )
}
