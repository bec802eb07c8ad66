type Surroundings = { isDark: boolean; isPhone: boolean }

/**
 * Draws the HTML of a mail inside an element, apart from the styles of the page. Its styles are set one by one, because
 * the policy of the pages takes none that are written in HTML, and what a mail asks of its surroundings is answered as
 * wanted.
 */
export function showMail(place: HTMLElement, html: string, { isDark, isPhone }: Surroundings): void {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  // Out of the way before anything is parsed: a document takes the policy of the page that made it.
  const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, rules]) => rules).join('\n')
  const bare = html.replace(/<style>[\s\S]*?<\/style>/g, '').replaceAll(' style="', ' data-style="')
  const parsed = new DOMParser().parseFromString(bare, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    css
      .replace('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all')
      .replace(/\(max-width: \d+px\)/, isPhone ? 'all' : 'not all')
      .replace(':root', ':host'),
  )
  const body = document.createElement('div')
  body.className = parsed.body.className
  body.dir = 'rtl'
  body.append(...parsed.body.childNodes)
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  for (const link of body.querySelectorAll('a')) link.target = '_blank'
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(body)
}
