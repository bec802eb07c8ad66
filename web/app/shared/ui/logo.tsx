import { clsx } from 'clsx'
import { useSite } from '~/shared/pages/site-of'

/** The sign of the academy: four bars on a line, the last one bearing fruit. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true" className={clsx('size-[30px] shrink-0', className)}>
      <path
        d="M2 26h26M6 26v-6M12 26V15M18 26v-9M24 26V5"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="24" cy="5" r="3.5" className="fill-green in-[.on-ink]:fill-[#37c197]" />
    </svg>
  )
}

/** Sign and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap font-bold font-serif text-[1.3rem] leading-none">
      <LogoMark />
      {useSite().name}
    </span>
  )
}
