import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = process.env.FOLIO_SERVER ?? 'http://127.0.0.1:3000'
// The public pages come from the server, which has them ready made.
const proxy = { '/api': SERVER, '^/(en(/.*)?|terms|privacy)?$': SERVER }

export default defineConfig({
  plugins: [react()],
  publicDir: 'src/web/public',
  build: {
    outDir: 'build/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: { input: ['src/web/site/main.ts', 'index.html'] },
  },
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 4173, strictPort: true, proxy },
})
