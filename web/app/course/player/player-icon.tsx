import type { ReactNode } from 'react'

/** Signs of a player stand as everywhere in the world: they are not mirrored. */
const DRAWINGS = {
  play: <path d="M8 5.2v13.6l11-6.8z" fill="currentColor" />,
  pause: <path d="M8.5 5.5v13M15.5 5.5v13" strokeWidth="3" />,
  back: (
    <>
      <path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 4.5v4.2h4.2" />
      <path
        d="M9.8 10.2v5M13.2 10.2h1.4a.9.9 0 0 1 .9.9v3.2a.9.9 0 0 1-.9.9h-1.4a.9.9 0 0 1-.9-.9v-3.2a.9.9 0 0 1 .9-.9z"
        strokeWidth="1.4"
      />
    </>
  ),
  forward: (
    <>
      <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5l2.4 2.2M19.5 4.5v4.2h-4.2" />
      <path
        d="M8.8 10.2v5M12.2 10.2h1.4a.9.9 0 0 1 .9.9v3.2a.9.9 0 0 1-.9.9h-1.4a.9.9 0 0 1-.9-.9v-3.2a.9.9 0 0 1 .9-.9z"
        strokeWidth="1.4"
      />
    </>
  ),
  sound: <path d="M4 9.5v5h3.2l4.8 4v-13l-4.8 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />,
  muted: <path d="M4 9.5v5h3.2l4.8 4v-13l-4.8 4zM16 9.5l5 5M21 9.5l-5 5" />,
  captions: <path d="M3.5 5.5h17v13h-17zM10.5 10.4a2 2 0 1 0 0 3.2M17 10.4a2 2 0 1 0 0 3.2" />,
  'picture-in-picture': <path d="M3.5 5.5h17v13h-17zM12.5 12.5h5.5v3.5h-5.5z" />,
  'full-screen': <path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />,
  'exit-full-screen': <path d="M9 4.5V9H4.5M19.5 9H15V4.5M15 19.5V15h4.5M4.5 15H9v4.5" />,
  keyboard: <path d="M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8" />,
  settings: (
    <path d="M3.5 7h8M17 7h3.5M3.5 17H7M12.5 17h8M14.25 7m-2.75 0a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0M9.75 17m-2.75 0a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0" />
  ),
  missed: <path d="M3.5 16.5h5M15.5 16.5h5M10.5 16.5h.01M13.5 16.5h.01M5 11a7.5 7.5 0 0 1 12.6-2.6M18 4.6v4.1h-4.1" />,
  close: <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />,
  again: <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5l2.4 2.2M19.5 4.5v4.2h-4.2" />,
} satisfies Record<string, ReactNode>

export type PlayerIconName = keyof typeof DRAWINGS

export function PlayerIcon({ name }: { name: PlayerIconName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-6 shrink-0"
    >
      {DRAWINGS[name]}
    </svg>
  )
}
