import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { flags } from './flags-plugin.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [tailwindcss(), reactRouter(), flags()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
})
