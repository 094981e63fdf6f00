/** Which room may use which (ARCHITECTURE.md shows it); that no folder has circles, circles.ts sees. */
import { type Finding } from './finding.ts'
import { at, isTest, sources, type Import, type Source } from './source.ts'

const tops = ['domain', 'contract', 'texts', 'dte', 'sii', 'simulators', 'web', 'server']

const mayUse = new Map<string, string[]>([
  ['domain', []],
  ['contract', ['domain']],
  ['texts', ['domain']],
  ['dte', ['domain']],
  ['sii', ['domain']],
  // Never sii or server: a shared mistake must not hide itself.
  ['simulators', ['domain', 'dte']],
  ['web', ['domain', 'contract', 'texts']],
  ['plumbing', ['domain', 'contract', 'texts', 'plumbing']],
])

// Left to right: each may use those before it.
const features = [
  'users',
  'mailer',
  'facturators',
  'parties',
  'rules',
  'documents',
  'uploads',
  'rule-files',
  'directory',
  'agenda',
  'links',
  'payments',
  'deliveries',
  'own-data',
  'charges',
  'analytics',
]
// The rooms of a folder, lowest first: each may use those before it. A file at the door may use all of them, and none
// of them may use it, unless it stands in the order itself.
const rooms = new Map(
  Object.entries({
    'src/dte': 'xml document files keys grammar checks printing fixtures',
    'src/sii': 'interface pages http public registers documents facturas boletas session',
    'src/simulators/mail': 'mailbox.ts mailbox-page.ts providers',
    'src/simulators/sii': 'state http raw register documents boletas pages',
    'src/texts': 'translation.ts es en',
    'src/server/db': 'migrations postgres',
    'src/server/users': 'account second-factor sessions',
    'src/server/mailer': `store.ts inert.ts safe-html.ts mail-content.ts mail-kinds.ts queue-notice.ts
      queue-for-members.ts providers accounts preferences`,
    'src/server/facturators': `store.ts lease.ts portal-pause.ts unknown-answers.ts refused-clave.ts
      certificate-state.ts mandate.ts session portal.ts visit.ts connect worker-calls.ts certificate`,
    'src/server/documents': `trail content queue plan freeze stops departure portal issue reconcile issued
      actions api many`,
    'src/server/payments':
      'owed providers receipt connections attempts trials together statement reconcile',
    'src/server/payments/attempts': `needs.ts order-id.ts progress.ts store.ts refund-store.ts questions.ts
      doubt-matches.ts money.ts refunds.ts apply.ts further.ts read.ts notices`,
    'src/server/payments/providers': `connection.ts port.ts addresses.ts order.ts request.ts outcome.ts pesos.ts
      provider-methods.ts read-fields.ts signature.ts transbank khipu fintoc mercado-pago`,
    'src/server/uploads': `cells judge template look-up find-columns.ts annotated-columns.ts corrections.ts store.ts facts.ts read-upload.ts
       reader-thread.ts reader.ts correction-store.ts issuing.ts recipients.ts content.ts ordered others.ts present.ts open.ts uploads.ts issue`,
    'src/server/directory': 'cursor.ts client-list.ts price.ts files',
    'src/server/payments/statement': 'columns movements match',
    'src/server/deliveries': 'document-mail.ts compose.ts reminders',
    'src/web': `layers.css tokens.css font.css global.css clock.ts language.ts paths.ts demonstration.ts
      session api query-client.ts live texts ui documents palette guard-queries.ts frame site screens`,
    'src/web/screens/dashboard': 'Analysis.module.css charts',
    'src/web/screens/rule-wizard': `line.ts mail-template.ts wizard.ts RuleCost.tsx RuleWizard.module.css
      due-days.ts steps.ts WizardButtons.tsx payload.ts preview.ts problem-text.ts steps`,
    'src/web/screens/shared': 'look-again-ms.ts Pay.module.css Account.tsx voucher.tsx together',
  }).map(([folder, order]) => [folder, order.split(/\s+/)]),
)
const faceOfTheSii = 'src/sii/sii.ts'
const talkToTheSii = ['facturators', 'parties', 'documents', 'analytics']
const seeEverything = [
  'src/server/main.ts',
  'src/server/app.ts',
  'src/server/config.ts',
  'src/server/pipeline.ts',
  'src/server/worker-handlers.ts',
  'src/server/demonstration.ts',
  'src/server/start/',
]

export function findCrossings(): Finding[] {
  return sources.flatMap(crossings)
}

function crossings(source: Source): Finding[] {
  return source.imports.flatMap((used) => {
    const problem = crossingProblem(source.path, used)
    return problem === undefined ? [] : [`${at(source, used.start)}: ${used.request} ${problem}`]
  })
}

function crossingProblem(from: string, { file, request }: Import): string | undefined {
  if (file === undefined || !from.startsWith('src/')) return undefined
  const sameTop = topOf(from) === topOf(file)
  if (!sameTop && !request.startsWith('#')) return 'leaves its folder: write it with #'
  if (!sameTop && topOf(file) === 'sii' && file !== faceOfTheSii) return `asks by ${faceOfTheSii}`
  if (isTest(from) || seesEverything(from) || isTestSupport(from)) return undefined
  if (isUpward(from, file)) return 'is above this room'
  return allowed(from, file) ? undefined : 'may not be used from here'
}

function allowed(from: string, file: string): boolean {
  const here = roomOf(from)
  const there = roomOf(file)
  if (here === there) return true
  if (!features.includes(here)) return mayUse.get(here)?.includes(there) ?? false
  if (there === 'sii') return talkToTheSii.includes(here)
  if (features.includes(there)) {
    return features.indexOf(there) < features.indexOf(here) && !file.endsWith('/store.ts')
  }
  return ['plumbing', 'domain', 'contract', 'texts', 'dte'].includes(there)
}

/** Whether it leads from a room of a folder to a higher one, to the folder's door or to a room without a place. */
function isUpward(from: string, file: string): boolean {
  return [...rooms].some(([folder, order]) => {
    if (!from.startsWith(`${folder}/`) || !file.startsWith(`${folder}/`)) return false
    const [here, there] = [from, file].map((path) => placeOf(path.slice(folder.length + 1), order))
    return here === undefined || there === undefined || there > here
  })
}

/** The place in the order; above all of it a file that the order lacks, undefined for a room that it lacks. */
function placeOf(path: string, order: string[]): number | undefined {
  const [name = ''] = path.split('/')
  if (order.includes(name)) return order.indexOf(name)
  return name === path ? order.length : undefined
}

/** The top folder, and inside the server the feature, or the plumbing that features stand on. */
function roomOf(path: string): string {
  const top = topOf(path)
  if (top !== 'server' || seesEverything(path)) return top
  const folder = path.split('/')[2] ?? ''
  return features.includes(folder) ? folder : 'plumbing'
}

function seesEverything(path: string): boolean {
  return seeEverything.some((room) => (room.endsWith('/') ? path.startsWith(room) : path === room))
}

function topOf(path: string): string {
  const top = path.split('/')[1] ?? ''
  return path.startsWith('src/') && tops.includes(top) ? top : 'outside'
}

function isTestSupport(path: string): boolean {
  return /\/test-[a-z-]+\.ts$/.test(path)
}
