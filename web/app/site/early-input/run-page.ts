/** Said by the application once it answers to touch. */
export const PAGE_HYDRATED = 'academy:alive'
/** The type and rel of what is written into a page and waits for its first picture. */
export const LATER = 'later'

/**
 * Runs inside the page, before and without the application: it is written there as text, so it stands for itself.
 *
 * Where a session is remembered the page says so, for what only visitors are shown.
 *
 * Scripts start once the page has drawn its content, or after three seconds where nothing is drawn (a tab in the back).
 * The page's `load` event waits for the application (a document that is not closed holds it), ten seconds at most: the
 * browser shows until then that the page is still coming, and whoever waits for the event finds a page that answers.
 *
 * Until the application is alive, what is typed and the last button or form that was used are kept; then they are done
 * over, so that a person who is faster than the line loses nothing. (A field is written to twice: the first time wakes
 * the part of the page that it is in, which may empty it.)
 */
export function runPage(later: string, alive: string, sessionExpiry: string): void {
  try {
    if (Number(localStorage.getItem(sessionExpiry)) > Date.now()) document.documentElement.dataset.signedIn = ''
  } catch {
    // A browser that refuses storage remembers nobody.
  }
  const holder = document.createElement('iframe')
  holder.hidden = true
  document.head.append(holder)
  holder.contentDocument?.open()
  setTimeout(() => holder.remove(), 10_000)
  let started = false
  function start() {
    if (started) return
    started = true
    // One at a time: asked for all at once they would keep the page busy for the length of two frames.
    const waiting = [
      ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(`[rel=${later}],[type=${later}]`),
    ]
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const next = waiting.shift()
      if (!next) return port1.close()
      if (next instanceof HTMLLinkElement) next.rel = 'modulepreload'
      else {
        const script = document.createElement('script')
        script.type = 'module'
        script.text = next.text
        document.head.append(script)
      }
      port2.postMessage(0)
    }
    port2.postMessage(0)
  }
  if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) start()
  else
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint').length) return
      observer.disconnect()
      start()
    }).observe({ type: 'paint', buffered: true })
  setTimeout(start, 3000)

  const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>()
  const ticked = new Map<HTMLInputElement, boolean>()
  let again: (() => void) | undefined
  function keep(event: Event) {
    const target = event.target
    if (event.type === 'submit') {
      event.preventDefault()
      again = () => (target as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter)
    } else if (event.type === 'click') {
      const button = (target as Element).closest<HTMLButtonElement>('button:not([type=submit])')
      if (button) again = () => button.click()
    } else if (target instanceof HTMLInputElement && target.type === 'checkbox') {
      ticked.set(target, target.checked)
    } else if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) {
      typed.set(target, target.value)
    }
  }
  const heard = ['submit', 'click', 'input']
  for (const type of heard) document.addEventListener(type, keep, true)
  document.addEventListener(
    alive,
    () => {
      for (const type of heard) document.removeEventListener(type, keep, true)
      for (const [field, value] of typed) type(field, value)
      for (const [field, wanted] of ticked) tick(field, wanted)
      again?.()
      holder.remove()
      // Who already points at something is told so; there is no second word of it from the browser.
      const pointed = [...document.querySelectorAll(':hover')].pop()
      if (matchMedia('(hover: hover)').matches)
        pointed?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    },
    { once: true },
  )

  function type(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
    const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
    for (let times = 0; times < 2; times += 1) {
      if (field.value !== value) write?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  function tick(field: HTMLInputElement, wanted: boolean) {
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (field.checked !== wanted) field.click()
  }
}
