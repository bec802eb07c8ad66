// Makes dist/: the package as it is installed elsewhere, with its programs as JavaScript. `npm pack ./dist` packs it.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, packageFolder } from './bundle.mjs'

const dist = join(packageFolder, 'dist')
rmSync(dist, { recursive: true, force: true })
await bundle({ index: 'src/index.ts', cli: 'src/cli/main.ts' }, dist)
const cli = join(dist, 'cli.js')
writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8')}`, { mode: 0o755 })
for (const name of ['sql', 'docs', 'README.md'])
  cpSync(join(packageFolder, name), join(dist, name), { recursive: true })
cpSync(join(packageFolder, '..', 'LICENSE'), join(dist, 'LICENSE'))
const { name, version, license, description, dependencies } = JSON.parse(
  readFileSync(join(packageFolder, 'package.json'), 'utf8'),
)
const manifest = {
  ...{ name, version, type: 'module', license, description, engines: { node: '>=20.19' } },
  bin: { 'embedded-supabase': 'cli.js' },
  exports: { '.': './index.js', './package.json': './package.json' },
  dependencies,
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
