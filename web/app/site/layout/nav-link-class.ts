/** A link of the main navigation; the page that it leads to is underlined where the person is. */
export const navLinkClass =
  'flex min-h-11 items-center font-semibold text-ink-2 no-underline hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[0_2px_0_var(--color-green)]'
