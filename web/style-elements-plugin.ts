import type { Plugin } from 'vite'

/** Where sonner writes its style sheet into the page; toaster.css brings the same sheet as a file. */
const SONNER_SHEET = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m
const MAKES_STYLE_ELEMENT = /\b(?:createElement|jsxs?)\)?\(\s*["'`]style["'`]/
/**
 * What can make a style element of what it is given: the application gives it none, and tells the editor, which would
 * make one by itself, not to (`injectCSS`).
 */
const RENDERERS = /\/node_modules\/(react-dom|react-router|@tiptap\/core)\//

/**
 * The policy of the pages lets no script write a style element. What is known to do so is stopped from it, and a build
 * with anything else that would fails, so that it is not found by the people whose page has lost its looks.
 */
export function styleElements(): Plugin {
  return {
    name: 'style-elements',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/node_modules\/sonner\/dist\/index\.mjs$/ },
      handler: (code) => ({ code: code.replace(SONNER_SHEET, ''), map: null }),
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const writers = chunks
        .flatMap(({ modules }) => Object.entries(modules))
        .filter(([id, { code }]) => !RENDERERS.test(id) && MAKES_STYLE_ELEMENT.test(code ?? ''))
        .map(([id]) => id)
      if (writers.length > 0) this.error(`the policy of the pages forbids the style elements of ${writers.join(', ')}`)
    },
  }
}
