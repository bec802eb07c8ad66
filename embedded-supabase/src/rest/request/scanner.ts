import { type RestError, requestErrors } from '../errors.ts'

/** A place in a text that is being parsed; `what` names the text in errors, e.g. `filter`. */
export class Scanner {
  at = 0
  constructor(
    readonly text: string,
    private readonly what: string,
    private readonly shown = text,
  ) {}

  get done(): boolean {
    return this.at >= this.text.length
  }

  peek(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  /** Steps over `token` if it comes next. */
  take(token: string): boolean {
    if (!this.peek(token)) return false
    this.at += token.length
    return true
  }

  /** Steps over what the sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found) return undefined
    this.at = pattern.lastIndex
    return found
  }

  /** Runs `parse`; when it gives undefined, nothing was read. */
  attempt<T>(parse: () => T | undefined): T | undefined {
    const start = this.at
    const result = parse()
    if (result === undefined) this.at = start
    return result
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.fail(`"${token}"`)
  }

  spaces(): void {
    this.match(SPACES)
  }

  /**
   * The refusal of the text at this place (PGRST100).
   * @param differs where the text first differs from what was tried, if it is another place
   */
  fail(expecting: string, differs = this.at): RestError {
    const next = this.text[differs]
    // As Parsec has it: a character that stands where the text should end is shown as a character.
    const shown = expecting.endsWith('end of input') ? `'${next}'` : JSON.stringify(next)
    const found = next === undefined ? 'unexpected end of input' : `unexpected ${shown}`
    return requestErrors.unparsable(
      `"failed to parse ${this.what} (${this.shown})" (line 1, column ${this.at + 1})`,
      `${found} expecting ${expecting}`,
    )
  }
}

const SPACES = /[ \t]*/y
