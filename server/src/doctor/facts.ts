import type { ProjectFacts } from './project-facts.ts'

/** What the doctor found out; a check sees nothing else. */
export type Facts = {
  /** The settings as they were given, before any default. */
  settings: Record<string, string | undefined>
  /** What the start itself would say of the settings: a line for each that it refuses. */
  refused: string[]
  now: Date
  /** Version of Node, and the oldest that will do. */
  node: { version: string; oldest: string }
  port: 'free' | 'ours' | 'taken'
  /** Why the mail server did not answer; undefined when it did, or none is set. */
  mailServerFailure: string | undefined
  folder: Folder
  backups: Backups
  site: Site
  /** Undefined where there is none yet, or no key opens that of a project; a text says why it could not be reached. */
  database: DatabaseFacts | string | undefined
  /** Undefined where there is no project, or it could not be reached. */
  project?: ProjectFacts | undefined
}

export type Folder = {
  /** Whether a database was made in it, or reached with it, before. */
  isUsed: boolean
  freeBytes: number
  totalBytes: number
  /** Files that hold secrets. */
  secrets: { name: string; state: 'missing' | 'damaged' | 'fine'; mode: number; isOwn: boolean }[]
}

export type Backups = {
  /** BACKUP_DIR; undefined where it is not set. */
  folder: string | undefined
  /** Whether the folder is not there, or not to be read and written by this user; `fine` too where none is set. */
  state: 'missing' | 'closed' | 'fine'
  place: 'in the data folder' | 'on its disk' | 'elsewhere'
  /** The newest archive; one that is encrypted is not looked into. */
  newest: { name: string; made: Date; state: 'empty' | 'cut' | 'fine' } | undefined
}

/** Contact details as visitors read them, by name: the settings, or what the application was built with. */
export type Site = Record<string, string>

export type DatabaseFacts = {
  /** Of those settings that keep what was acknowledged, the ones that are off. */
  unsafe: string[]
  time: Date
  pendingMigrations: string[]
  /** Kinds that a restored copy holds back until somebody decides. */
  heldKinds: string[]
  /** Pages whose text in force awaits review, and pages that have none. */
  legal: { drafts: string[]; missing: string[] }
  /** Partial: putting in the demo content began and did not end. */
  demo: { isMarked: boolean; isPartial: boolean; courses: number; staff: string[]; people: number }
  /** Addresses of active super_admins, and of those without a second step. */
  superAdmins: { active: string[]; withoutSecondStep: string[] }
  staffDomains: string[]
  /** The settings that visitors read. */
  siteSettings: Record<string, unknown>
}
