import type { TestProject } from 'vitest/node'
import { makeDataTemplate } from './data-template.ts'
import './data-templates.ts'

/** Makes the template of the package's own tests. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('dataTemplates', { '': await makeDataTemplate() })
}
