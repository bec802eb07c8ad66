import { z } from 'zod'
import type { AppliedFile } from '../database/migrations.ts'

const FORMAT = 'embedded-supabase backup 2'

const named = { schema: z.string(), name: z.string() }

const schema = z.object({
  format: z.literal(FORMAT),
  /** In which the schema was made; the next start applies what is newer. */
  migrations: z.array(z.object({ set: z.string(), name: z.string(), checksum: z.string() })),
  /** Their rows lie in the entries `database/<place in this list>.<number>`. */
  tables: z.array(z.object({ ...named, columns: z.array(z.object({ name: z.string(), type: z.string() })) })),
  sequences: z.array(z.object({ ...named, value: z.string() })),
  /** When it was made (ISO 8601), and the site address of then; older backups lack both. */
  made_at: z.string().optional(),
  site_url: z.string().optional(),
  /** It holds no key that opens anything of where it was made; what restores it makes new ones. */
  without_secrets: z.literal(true).optional(),
})

/** What the rows of a backup belong to; its first entry, `manifest.json`. */
export type Manifest = z.infer<typeof schema>
export type Table = Manifest['tables'][number]

/** The manifest as the text of an entry. */
export const manifestText = (manifest: Omit<Manifest, 'format'>): string =>
  JSON.stringify({ format: FORMAT, ...manifest } satisfies Manifest, null, 1)

/** @throws when the text is no manifest that this version understands */
export function parseManifest(text: string): Manifest {
  const result = schema.safeParse(JSON.parse(text))
  if (!result.success) throw new Error('The archive is of a kind that this version does not know')
  return result.data
}

/**
 * Compares the migrations of a backup with those of this version, which make its schema.
 * @param known all files of this version
 * @param former checksums of the former texts of files of this version, by name
 * @throws when the schema of the backup cannot be made here, with what to do
 */
export function checkMigrations(manifest: Manifest, known: AppliedFile[], former: Record<string, string[]>): void {
  for (const { set, name, checksum } of manifest.migrations) {
    const here = known.find((file) => file.set === set && file.name === name)
    if (here && [here.checksum, ...(former[name] ?? [])].includes(checksum)) continue
    throw new Error(
      here
        ? `The backup was made where the migration ${name} was another one: restore it with the version that wrote it.`
        : `The backup has the migration ${name}, which this version does not: restore it with the version that wrote it, or a newer one.`,
    )
  }
}
