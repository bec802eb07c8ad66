import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const FLAG = /^\/flags\/([A-Z]{2})\.svg$/
const folder = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')

/** Serves the flags of the phone field as files under /flags, so that they cost no JavaScript and no foreign host. */
export function flags(): Plugin {
  return {
    name: 'flags',
    applyToEnvironment: (environment) => environment.name === 'client',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const country = FLAG.exec(request.url ?? '')?.[1]
        if (!country) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(readFileSync(join(folder, `${country}.svg`)))
      })
    },
    generateBundle() {
      for (const file of readdirSync(folder).filter((name) => FLAG.test(`/flags/${name}`))) {
        this.emitFile({ type: 'asset', fileName: `flags/${file}`, source: readFileSync(join(folder, file)) })
      }
    },
  }
}
