import type { Page } from '@playwright/test'

/** What a script of an attacker would do, were it run: the page under test watches for this one word. */
const HIT = 'window.hits=(window.hits||0)+1'

const TAGS = [
  ...['img src=x', 'svg', 'body', 'iframe', 'input autofocus', 'details open', 'video', 'audio src=x', 'marquee'],
  ...['object data=x', 'select autofocus'],
]
const EVENTS = [
  ...['onerror', 'onload', 'onfocus', 'ontoggle', 'onstart', 'onloadstart', 'onanimationstart', 'onmouseover'],
  ...['onfocusin', 'onpointerenter', 'onpageshow', 'onresize', 'oncanplay'],
]
/** Ways out of where a text stands: an attribute, a comment, a script, a style, a template, a textarea, CDATA. */
const EXITS = ['', '">', "'>", '-->', '</script>', '</style>', '</title></textarea>', ']]>']

const elements = TAGS.flatMap((tag) =>
  EVENTS.flatMap((event) => [`<${tag} ${event}="${HIT}">`, `<${tag}/${event}=${HIT}>`]),
)
const scripts = EXITS.flatMap((exit) => [
  `${exit}<script>${HIT}</script>`,
  `${exit}<ScRiPt >${HIT}</sCrIpT>`,
  `${exit}<script src="data:text/javascript,${HIT}"></script>`,
  `${exit}<svg><script>${HIT}</script></svg>`,
  `${exit}<math><mtext><img src=x onerror=${HIT}></mtext></math>`,
  `${exit}<iframe srcdoc="<script>parent.${HIT}</script>">`,
  `${exit}<base href="javascript:${HIT}//">`,
  `${exit}<meta http-equiv="refresh" content="0;url=javascript:${HIT}">`,
  `${exit}<link rel="stylesheet" href="data:text/css,*{background:url(javascript:${HIT})}">`,
  `${exit}<template><script>${HIT}</script></template>`,
])
const inScripts = [
  `\u2028${HIT}//`,
  `\\u003cscript>${HIT}</script>`,
  `";${HIT}//`,
  `'-(${HIT})-'`,
  `\${${HIT}}`,
  `{{${HIT}}}`,
]

/** Texts that run where a text becomes markup: each of them alone, and behind every way out. */
export const XSS_TEXTS: readonly string[] = [
  ...elements,
  ...EXITS.slice(1).flatMap((exit) => EVENTS.map((event) => `${exit}<img src=x ${event}=${HIT}>`)),
  ...scripts,
  ...inScripts,
]

const SCHEMES = ['javascript:', 'JaVaScRiPt:', ' javascript:', '\tjavascript:', 'java\nscript:', '\u0001javascript:']
const BODIES = [HIT, `//%0a${HIT}`, `void(${HIT})`, encodeURIComponent(HIT), `"${HIT}"`]
const DATA = [
  'data:text/html,',
  'data:text/html;base64,',
  'data:image/svg+xml,',
  'vbscript:',
  'blob:',
  'view-source:javascript:',
]

/** Addresses that run when a link with them is followed. */
export const XSS_ADDRESSES: readonly string[] = [
  ...SCHEMES.flatMap((scheme) => BODIES.map((body) => `${scheme}${body}`)),
  ...DATA.flatMap((scheme) => BODIES.map((body) => `${scheme}<script>${body}</script>`)),
  ...['//evil.example/\\', '/\\evil.example', `https://x" onmouseover="${HIT}`],
]

/** How often a payload ran on the page that is open. */
export const hits = (page: Page) => page.evaluate(() => (window as { hits?: number }).hits ?? 0)

/** Presses every link of the page that leads nowhere else, and moves over everything that a person could. */
export async function touch(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a')) {
      const target = link.getAttribute('href') ?? ''
      if (!/^(https?:|mailto:|tel:|\/|#)/i.test(target)) link.click()
    }
    for (const element of document.querySelectorAll('main *')) element.dispatchEvent(new MouseEvent('mouseover'))
  })
}
