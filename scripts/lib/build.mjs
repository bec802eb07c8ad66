import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { print, root, runToolSilently } from './run.mjs'
import { buildWhenStale } from './stale.mjs'

const OURS = /^(embedded-supabase|web)(\/|$)/
const TEXT = /\.(js|css|svg|json|txt|webmanifest|xml)$/

/** The builds: where each notes what it was made of, and its sources. */
export const BUILDS = {
  web: { stamp: 'web/build/.stamp', sources: ['web', 'supabase/functions/_shared', 'package-lock.json'] },
  server: {
    stamp: 'server/build/.stamp',
    sources: [
      'server/src',
      'embedded-supabase/src',
      'supabase/functions',
      'supabase/seeds',
      'web/app/shared/client',
      'package-lock.json',
    ],
  },
}

/** Builds the web application and the server when their sources have changed. */
export async function ensureBuilt() {
  await buildWhenStale(BUILDS.web, async () => {
    print('building the web application')
    const code = await runToolSilently('react-router', ['build'], {
      cwd: join(root, 'web'),
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (code !== 0) throw new Error('the web application could not be built')
    compress(join(root, 'web/build/client'))
  })
  await ensureServerBuilt()
}

/** Builds the server with its commands when its sources have changed. */
export async function ensureServerBuilt() {
  await buildWhenStale(BUILDS.server, async () => {
    print('building the server')
    await bundleServer()
  })
}

async function bundleServer() {
  const { build, rolldown } = await import('rolldown')
  rmSync(join(root, 'server/build'), { recursive: true, force: true })
  const bundle = await rolldown({
    input: { main: join(root, 'server/src/main.ts'), academy: join(root, 'server/src/cli/academy.ts') },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !OURS.test(id),
    logLevel: 'warn',
  })
  await bundle.write({ dir: join(root, 'server/build'), format: 'esm', sourcemap: true, entryFileNames: '[name].js' })
  await bundle.close()
  // By itself and with what it imports, because it may read no other folder.
  await build({
    input: join(root, 'server/src/workers/worker.ts'),
    platform: 'node',
    external: ['sharp'],
    logLevel: 'warn',
    output: { dir: join(root, 'server/build/worker'), format: 'esm', entryFileNames: 'worker.js' },
  })
}

/** Lays a .br and a .gz beside every text file, so that no request pays for it. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (TEXT.test(name) && statSync(path).size > 1024) {
      const body = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(body))
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
    }
  }
}
