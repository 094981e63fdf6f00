import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = process.env.FOLIO_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  publicDir: 'src/web/public',
  build: { outDir: 'build/web', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER } },
  preview: { port: 4173, strictPort: true, proxy: { '/api': SERVER } },
})
