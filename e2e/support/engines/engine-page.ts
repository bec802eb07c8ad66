import { setTimeout as sleep } from 'node:timers/promises'

/** An element as WebDriver hands it over; it goes back into commands as it came. */
export type ElementHandle = Record<string, string>

/** The commands of WebDriver that the tests of engines use, whatever carries them. */
export type Commands = {
  open(url: string): Promise<void>
  /** Runs the body of a function in the page and gives what it returns. */
  run(body: string, args: readonly unknown[]): Promise<unknown>
  click(element: ElementHandle): Promise<void>
  type(element: ElementHandle, text: string): Promise<void>
  /** Size of the window, with whatever the browser puts around the page. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

export type EnginePage = ReturnType<typeof createEnginePage>

const PAUSE_MS = 50
const PATIENCE_MS = 60_000
/** The Tab key in WebDriver's alphabet. */
export const TAB = '\uE004'

/** A page of a browser that Playwright does not drive, in the words that the tests need. */
export function createEnginePage({ open, run, click, type, resize, close }: Commands) {
  const evaluate = async <Result, Args extends readonly unknown[]>(
    code: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> => (await run(`return (${code})(...arguments)`, args)) as Result

  /** Asks the page until its answer is something. @throws after a minute */
  async function until<Result, Args extends readonly unknown[]>(code: (...args: Args) => Result, ...args: Args) {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      // A page that is being left has no answer.
      const answer = await evaluate(code, ...args).catch(() => undefined)
      if (answer) return answer
      if (Date.now() > deadline) throw new Error(`The page never came to: ${code} ${JSON.stringify(args)}`)
      await sleep(PAUSE_MS)
    }
  }

  /** The first visible element of a selector whose name or text begins so. */
  const find = async (selector: string, name = '') =>
    (await until(findVisible, selector, name)) as unknown as ElementHandle

  return {
    open,
    resize,
    close,
    evaluate,
    until,
    press: async (selector: string, name?: string) => click(await find(selector, name)),
    type: async (selector: string, text: string) => type(await find(selector), text),
    isAt: (path: string) => until((wanted) => location.pathname === wanted, path),
  }
}

function findVisible(selector: string, name: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => {
    const own = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return (
      own.trim().startsWith(name) && element.checkVisibility() && !element.matches('[aria-disabled="true"], :disabled')
    )
  })
}
