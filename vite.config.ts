import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = process.env.FOLIO_SERVER ?? 'http://127.0.0.1:3000'
// The public pages come from the server, which has them ready made.
const proxy = { '/api': SERVER, '^/(en(/.*)?|terms|privacy)?$': SERVER }

/** Mantine names every colour of its palette in both schemes; those we never use are half of that sheet. */
function withoutForeignColours(): Plugin {
  const foreign =
    /(?<=[\s{;])--mantine-color-(blue|pink|grape|violet|indigo|cyan|green|lime|orange)-[\w-]+:[^;}]+;?/g
  return {
    name: 'without-foreign-colours',
    enforce: 'pre',
    transform: {
      filter: { id: /default-css-variables\.layer\.css$/ },
      handler: (code) => code.replaceAll(foreign, ''),
    },
  }
}

/**
 * Whoever is signed in needs the menus and most often the first screen: color-scheme.js asks for them at once,
 * by what is noted here, instead of after the program has begun.
 */
function askedAhead(): Plugin {
  const ahead = {
    member: 'src/web/member.ts',
    dashboard: 'src/web/screens/dashboard/Dashboard.tsx',
  }
  return {
    name: 'asked-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const noted = Object.entries(ahead).map(([name, module]) => {
          const wanted = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          const files = wanted.flatMap(({ fileName, imports, viteMetadata }) => [
            fileName,
            ...imports,
            ...(viteMetadata?.importedCss ?? []),
          ])
          const missing = [...new Set(files)].filter((file) => !html.includes(file))
          return ` data-${name}="${missing.map((file) => `/${file}`).join(' ')}"`
        })
        return html.replace('<html lang="es"', (tag) => tag + noted.join(''))
      },
    },
  }
}

/**
 * Each of these, with everything it needs, is one file: a file for every set of screens that share something
 * would be a hundred for the first screen alone. An earlier line keeps what a later one needs too.
 */
const FILES = {
  site: ['web/site/main'],
  program: ['web/main'],
  // What the screens of visitors share with those of a session: questions to the server, fields, notices.
  forms: [
    'contract/auth',
    'contract/sharing',
    'texts/formats',
    'web/api/queries',
    'web/screens/documents/type-names',
    'web/ui/(Notice|FaultState|keep-file)',
    '(TextInput|PasswordInput|Skeleton|useMutation|useQuery)',
    'Icon(Mail|Check|Eye|Download)',
  ],
  session: ['web/member', 'web/screens/dashboard/Dashboard'],
}

function filesByUse() {
  return Object.entries(FILES).map(([name, modules], index) => ({
    name,
    test: new RegExp(`/(${modules.join('|')})\\.(mjs|js|tsx|ts)$`),
    priority: 10 - index,
  }))
}

export default defineConfig({
  plugins: [react(), withoutForeignColours(), askedAhead()],
  publicDir: 'src/web/public',
  build: {
    outDir: 'build/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: ['src/web/site/main.ts', 'index.html'],
      output: { codeSplitting: { groups: filesByUse() } },
    },
  },
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 4173, strictPort: true, proxy },
})
