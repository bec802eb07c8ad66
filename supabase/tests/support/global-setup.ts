import type { TestProject } from 'vitest/node'
import { makeDataTemplate } from '../../../embedded-supabase/test/support/data-template.ts'
import { PROJECT } from './project.ts'

/** Makes the templates with and without the academy's migrations. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('dataTemplates', { '': await makeDataTemplate(), [PROJECT]: await makeDataTemplate(PROJECT) })
}
