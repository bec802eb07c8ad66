import { createHmac } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyFile } from '../../src/keys.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './start.ts'

/** Everyone signed in reads `shared`; everyone has an own folder in `own`; anyone may drop into `open`. */
const POLICIES = `
insert into storage.buckets (id, name, public)
  values ('open', 'open', true), ('shared', 'shared', false), ('own', 'own', false);
create policy "signed in read shared" on storage.objects for select to authenticated using (bucket_id = 'shared');
create policy "own folder" on storage.objects for all to authenticated
  using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text);
create policy "anyone drops" on storage.objects for insert to anon
  with check (bucket_id = 'open' and name like 'drop/%');
`

export const DANA = '11111111-1111-4111-8111-111111111111'
export const NOA = '22222222-2222-4222-8222-222222222222'

export type StorageServer = TestServer & {
  keys: KeyFile
  /** Folder of the stored files. */
  files: string
  /** A token of a signed-in person. */
  tokenOf(sub: string): string
  /** The storage client of a signed-in person, of the service (`service`), or of nobody. */
  storage(who?: string): ReturnType<TestServer['client']>['storage']
}

/** A server with the buckets `open`, `shared` and `own`, and policies for them. */
export async function startStorageServer(options: TestServerOptions = {}): Promise<StorageServer> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-supabase-'))
  chmodSync(folder, 0o711)
  const dataDirectory = join(folder, 'data')
  const server = await startTestServer({
    dataDirectory,
    migrations: { '20260101000000_storage.sql': POLICIES },
    ...options,
  })
  const keys: KeyFile = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))
  const tokenOf = (sub: string) => sign({ sub, role: 'authenticated' }, keys.jwtSecret)
  return {
    ...server,
    keys,
    files: join(dataDirectory, 'storage', 'objects'),
    tokenOf,
    storage: (who) =>
      server.client(who === undefined ? undefined : who === 'service' ? keys.serviceRoleKey : tokenOf(who)).storage,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sign(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 600
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, exp })}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}
