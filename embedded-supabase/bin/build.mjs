// Makes dist/: the package as it is installed elsewhere, with its programs as JavaScript. `npm pack ./dist` packs it.
// Usage: node bin/build.mjs [folder]
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { bundle, packageFolder } from './bundle.mjs'

const dist = resolve(process.argv[2] ?? join(packageFolder, 'dist'))
rmSync(dist, { recursive: true, force: true })
await bundle({ index: 'src/index.ts', cli: 'src/cli/main.ts' }, dist)
const cli = join(dist, 'cli.js')
writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8')}`, { mode: 0o755 })
for (const name of ['sql', 'docs', 'README.md'])
  cpSync(join(packageFolder, name), join(dist, name), { recursive: true })
cpSync(join(packageFolder, '..', 'LICENSE'), join(dist, 'LICENSE'))
// The declarations need the type checker, which is installed with the repository's test tools.
const checker = createRequire(import.meta.url)
  .resolve('@typescript/native/package.json')
  .replace(/package\.json$/, 'bin/tsc')
const types = ['-p', join(packageFolder, 'tsconfig.types.json'), '--outDir', join(dist, 'types')]
execFileSync(process.execPath, [checker, ...types], { stdio: 'inherit' })
const { name, version, license, description, dependencies } = JSON.parse(
  readFileSync(join(packageFolder, 'package.json'), 'utf8'),
)
const manifest = {
  ...{ name, version, type: 'module', license, description, engines: { node: '>=20.19' } },
  bin: { 'embedded-supabase': 'cli.js' },
  exports: { '.': { types: './types/index.d.ts', default: './index.js' }, './package.json': './package.json' },
  dependencies,
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
