import type { SocialNetwork } from '~/shared/config/site'
import { useSite } from '~/shared/pages/site-of'
import { layoutText } from './layout.he'

/** Signs of the networks, drawn in the same line as our own icons. */
const SIGNS: Record<SocialNetwork, string> = {
  whatsapp:
    'M4 20l1.2-4.2A8.2 8.2 0 1 1 8.4 19zM9 8.5c-.5 3 3.5 7 6.5 6.5l.8-1.7-2.2-1.1-1 .9a5 5 0 0 1-2.2-2.2l.9-1-1.1-2.2z',
  tiktok: 'M13 4v11.2a3.3 3.3 0 1 1-3.3-3.3M13 4c.3 2.8 2.2 4.7 5 5',
  instagram:
    'M8.5 4h7a4.5 4.5 0 0 1 4.5 4.5v7a4.5 4.5 0 0 1-4.5 4.5h-7a4.5 4.5 0 0 1-4.5-4.5v-7a4.5 4.5 0 0 1 4.5-4.5zM8.3 12a3.7 3.7 0 1 0 7.4 0 3.7 3.7 0 1 0-7.4 0M16.6 7.4h.01',
  facebook: 'M15.5 4H14a3.5 3.5 0 0 0-3.5 3.5V21M7.5 12h7',
  youtube: 'M7 5.5h10a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-10a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4zM10.3 9.3v5.4l4.7-2.7z',
}

/** The academy elsewhere [2.2-11]. */
export function SocialLinks() {
  const { socialLinks } = useSite()
  if (socialLinks.length === 0) return null
  return (
    <ul aria-label={layoutText.follow} className="-ms-2.5 flex flex-wrap gap-1">
      {socialLinks.map(({ network, url }) => (
        <li key={network}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="grid size-11 place-items-center rounded-full text-mist hover:bg-white/10 hover:text-white"
          >
            <span className="sr-only">{layoutText.networks[network]}</span>
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="size-6"
            >
              <path d={SIGNS[network]} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
