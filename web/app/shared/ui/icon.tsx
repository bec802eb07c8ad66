import { clsx } from 'clsx'

/** One hand: a 24 px grid, lines of 1.75, round ends. Directional signs are drawn for right-to-left reading. */
const DRAWINGS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-up': 'm6 14.5 6-6 6 6',
  'chevron-next': 'm14.5 6-6 6 6 6',
  'arrow-next': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-back': 'M5 12h14M13 6l6 6-6 6',
  bookmark: 'M6.5 4h11v16.5L12 16.2l-5.5 4.3z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  play: 'M8 5.5v13l10.5-6.5z',
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  'sign-out': 'M14 4.5h4.5v15H14M9.5 8l-4 4 4 4M5.5 12h9',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 7v5.2l3.4 2',
  lessons: 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  offline: 'M4 4l16 16M8.5 16.2a5 5 0 0 1 7 0M5.2 12.8a9.7 9.7 0 0 1 4.3-2.5M14 10.2a9.7 9.7 0 0 1 4.8 2.6M12 19.5h.01',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3h.01',
  question: 'M9 9.2a3.1 3.1 0 1 1 4.3 2.9c-.9.4-1.3 1-1.3 1.9v.5M12 18.2h.01',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14',
  minus: 'M5 12h14',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  phone: 'M5 4h4l1.8 4.7-2.3 1.7a13 13 0 0 0 5.1 5.1l1.7-2.3L20 15v4c0 .6-.4 1-1 1C10.7 20 4 13.3 4 5c0-.6.4-1 1-1z',
  pin: 'M12 21c4.5-4.7 6.8-8.3 6.8-11.2a6.8 6.8 0 0 0-13.6 0C5.2 12.7 7.5 16.3 12 21zM9.6 9.8a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0',
} satisfies Record<string, string>

export type IconName = keyof typeof DRAWINGS

/** All names, for the page that shows them. */
export const ICON_NAMES = Object.keys(DRAWINGS).filter((name): name is IconName => name in DRAWINGS)

type IconProps = { name: IconName; className?: string; filled?: boolean }

/** A small line drawing; the words beside it carry the meaning, so screen readers skip it. */
export function Icon({ name, className, filled = false }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('size-5 shrink-0', className)}
    >
      <path d={DRAWINGS[name]} />
    </svg>
  )
}
