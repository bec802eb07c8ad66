import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A dump's way of beginning, which empties the search path of the connection. */
const BEDS = `select pg_catalog.set_config('search_path', '', false);
create table public.beds (
  id bigint generated always as identity primary key,
  name text not null unique,
  owner_id uuid references auth.users (id) on delete cascade
);`

const PLANTS = `create table plants (
  id bigint generated always as identity primary key,
  bed_id bigint not null references beds (id),
  name text not null,
  planted_by uuid default auth.uid()
);
alter table plants enable row level security;
create policy "everyone reads plants" on plants for select using (true);
create policy "people add plants of their own" on plants for insert to authenticated with check (planted_by = auth.uid());
create function count_plants() returns bigint language sql stable as 'select count(*) from plants';`

const SEED = `insert into beds (name) values ('north'), ('south');
insert into plants (bed_id, name) select id, 'mint' from beds where name = 'north';
select gen_salt('bf');`

const CONFIG = `project_id = "garden"
[api]
schemas = ["public", "graphql_public"]
[db.seed]
sql_paths = ["./seeds/*.sql"]
[auth]
site_url = "http://127.0.0.1:5173"
[studio]
openai_api_key = "env(OPENAI_API_KEY)"
[functions.greet]
verify_jwt = false
[functions.resting]
enabled = false
`

const GREET = `import "jsr:@supabase/functions-js/edge-runtime.d.ts"
import { createClient } from "npm:@supabase/supabase-js@2"
import { words } from "../_shared/words.ts"
import { basename } from "paths/mod.ts"

const suffix: string = Deno.env.get("SUFFIX") ?? ""
Deno.serve({ port: 9 }, async (request: Request): Promise<Response> => {
  const { name } = await request.json() as { name: string }
  return Response.json({ text: words(name) + suffix, client: typeof createClient, base: basename("a/b") })
})`

const FILES: Record<string, string> = {
  'config.toml': CONFIG,
  'migrations/20260101000000_beds.sql': BEDS,
  'migrations/20260102000000_plants.sql': PLANTS,
  'seeds/one.sql': SEED,
  'functions/.env': 'SUFFIX="!"\n',
  'functions/_shared/words.ts': 'export const words = (name: string): string => "Hello, " + name',
  'functions/fetching/index.ts': 'export default { fetch: (): Response => new Response("fetched") }',
  'functions/greet/index.ts': GREET,
  'functions/greet/deno.json': '{ "imports": { "paths/": "../../lib/" } }',
  'functions/lost/index.ts': 'import "npm:no-such-package-here"\nDeno.serve(() => new Response("never"))',
  'functions/plain/handler.ts': 'export const handler = (): Response => new Response("plain")',
  'functions/resting/index.ts': 'Deno.serve(() => new Response("never"))',
  'lib/mod.ts': 'export { basename } from "node:path"',
}

/** Where packages are installed, the official client among them. */
const PACKAGES = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@supabase/supabase-js/package.json'))))

/** Writes a small Supabase project of somebody's, with further files or others in place of its own. */
export function writeGarden(folder: string, files: Record<string, string> = {}): void {
  for (const [name, text] of Object.entries({ ...FILES, ...files })) {
    const file = join(folder, 'supabase', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  symlinkSync(PACKAGES, join(folder, 'node_modules'))
}
