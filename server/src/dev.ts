import { dirname, join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { run } from './run.ts'

/** As main, but the pages come from their sources: Vite gives the newest modules and tells the browser of changes. */
void run(async (config, server) => {
  const root = dirname(config.webBuild)
  const ours = new Set(process.listeners('SIGTERM'))
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  // The router runs a Vite of its own, which would end the process before the database has stopped.
  for (const other of process.listeners('SIGTERM')) if (!ours.has(other)) process.off('SIGTERM', other)
  process.stdin.removeAllListeners('end')
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    freshMs: 0,
    inlineStyles: true,
    first: vite.middlewares,
    close: () => vite.close(),
  }
})
