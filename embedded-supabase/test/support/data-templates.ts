import { resolve } from 'node:path'
import { inject } from 'vitest'
import { copyDataTemplate } from './data-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Templates of data folders by the project folder whose migrations they hold; '' for none. */
    dataTemplates: Record<string, string>
  }
}

/** Spares a data folder its initialisation where the run made a template with these migrations. */
export function prepareDataFolder(dataDirectory: string, projectDirectory?: string): void {
  // The benches start the same server outside of a test run, where there are no templates.
  const templates = (process.env.VITEST && inject('dataTemplates')) || {}
  const template = (projectDirectory && templates[resolve(projectDirectory)]) || templates['']
  if (template) copyDataTemplate(template, dataDirectory)
}
