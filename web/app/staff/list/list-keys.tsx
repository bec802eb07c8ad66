import { KeyCap } from '~/staff/keys/key-cap'
import { keysText as text } from '~/staff/keys/keys.he'
import { mainKeys } from '~/staff/keys/staff-keys.rules'

/** The keys of a list, told where there is a keyboard to press them. */
export function ListKeys(offers: Parameters<typeof mainKeys>[0]) {
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-xs md:flex">
      {text.line}
      {mainKeys(offers).map(({ keys: [first = ''], does }) => (
        <span key={does}>
          <KeyCap name={first} /> {text.does[does]}
        </span>
      ))}
    </p>
  )
}
