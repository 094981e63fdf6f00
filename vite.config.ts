import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = process.env.FOLIO_SERVER ?? 'http://127.0.0.1:3000'
// The public pages and their files come from the server, which has them ready made.
const proxy = {
  '/api': SERVER,
  '/assets/': SERVER,
  '^/(en(/.*)?|terms|privacy)?$': SERVER,
  '/p/': SERVER,
  '^/(livez|readyz|robots.txt|sitemap.xml)$': SERVER,
}

/** The server writes it into the page that it serves itself; Vite serves that page only to developers. */
function namedDemonstration(): Plugin {
  return {
    name: 'named-demonstration',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('{{demonstration}}', 'true'),
  }
}

/** Folders of data and of what is built: nothing in them is part of a page. */
const UNWATCHED = ['.data', '.cache', 'build', 'docs', 'test', 'bench']

/**
 * Mantine names every colour of its palette in both schemes; those we never use are half of that sheet. The shades of
 * teal, red and dark are ours and set when it starts (theme.ts), and its titles we don't use.
 */
function withoutForeignNames(): Plugin {
  const foreign =
    /(?<=[\s{;])--mantine-(color-(blue|pink|grape|violet|indigo|cyan|green|lime|orange)-[\w-]+|color-(teal|red|dark)-\d|color-\w+-(light|outline)[\w-]*|primary-color-\d|heading-[\w-]+|h\d-[\w-]+):[^;}]+;?/g
  return {
    name: 'without-foreign-names',
    enforce: 'pre',
    transform: {
      filter: { id: /default-css-variables\.layer\.css$/ },
      handler: (code) => code.replaceAll(foreign, ''),
    },
  }
}

/**
 * Every screen needs the one file, every session the other: asked for at once, and not once the program has begun. What
 * draws the frame, the styles and the font, comes before all programs.
 */
function askedAhead(): Plugin {
  return {
    name: 'asked-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle).flatMap((one) => {
          if (one.type !== 'chunk' || !['forms', 'session'].includes(one.name)) return []
          const all = [one.fileName, ...(one.viteMetadata?.importedCss ?? [])]
          return [[one.name, all.map((file) => `/${file}`)] as const]
        })
        const { forms = [], session = [] } = Object.fromEntries(files)
        return {
          html: html
            .replace('<html lang="es"', (tag) => `${tag} data-session-files="${session.join(' ')}"`)
            .replaceAll('<script type="module"', (tag) => `${tag} fetchpriority="low"`),
          tags: forms.map((href) => ({
            tag: 'link',
            attrs: href.endsWith('.css')
              ? { rel: 'stylesheet', crossorigin: true, href }
              : { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href },
            injectTo: 'head' as const,
          })),
        }
      },
    },
  }
}

/**
 * Each of these, with everything it needs, is one file: a file for every set of screens that share something
 * would be a hundred for the first screen alone. An earlier line keeps what a later one needs too.
 */
const FILES = {
  // The least first: the public pages want nothing of the program.
  site: ['contract/pages', 'web/ui/is-email'],
  program: ['web/main'],
  // What the screens of visitors share with those of a session: questions to the server, fields, notices.
  forms: [
    'contract/auth',
    'contract/sharing',
    'texts/formats',
    'web/api/queries',
    'web/documents/type-names',
    'web/ui/(Notice|FaultState|keep-file)',
    '(TextInput|PasswordInput|Skeleton|useMutation|useQuery)',
    'Icon(Mail|Check|Eye|Download)',
  ],
  session: ['web/frame/signed-in', 'web/screens/dashboard/Dashboard'],
}

/** The pages of clients and products have some of the wizard's forms: its styles weigh least in one file. */
const WIZARD_STYLES = /\/rule-wizard\/(?:steps\/)?\w+\.module\.css/

function filesByUse() {
  const files = Object.entries(FILES).map(([name, modules], index) => ({
    name,
    test: new RegExp(`/(${modules.join('|')})\\.(mjs|js|tsx|ts)$`),
    priority: 10 - index,
  }))
  return [...files, { name: 'wizard-styles', test: WIZARD_STYLES, priority: 1 }]
}

const program = {
  input: ['src/web/site/main.ts', 'index.html'],
  output: { codeSplitting: { groups: filesByUse() } },
}

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react(), withoutForeignNames(), askedAhead(), namedDemonstration()],
  publicDir: 'src/web/public',
  build: {
    outDir: 'build/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
    // What is drawn once, at build, has inputs of its own (scripts/prerender.mjs).
    rolldownOptions: isSsrBuild ? {} : program,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy,
    watch: { ignored: UNWATCHED.map((name) => `${import.meta.dirname}/${name}/**`) },
  },
  preview: { port: 4173, strictPort: true, proxy },
}))
