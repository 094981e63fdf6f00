/** Every path of the screens; the public pages' are in the contract. */
export const PATHS = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:uid/:token',
  activate: '/auth/activate/:uid/:token',
  confirmEmail: '/auth/confirm-email/:token',
  undoEmail: '/auth/undo-email/:token',
  onboarding: '/onboarding/sii',
  onboardingOtherSpelling: '/onboarding-sii',
  dashboard: '/dashboard',
  thisMonth: '/this-month',
  attention: '/attention',
  documents: '/documents',
  newDocument: '/documents/new',
  document: '/documents/:documentId',
  nota: '/documents/:documentId/nota',
  receivables: '/payments',
  paymentTerms: '/payments/terms',
  paymentProviders: '/payments/providers',
  statements: '/payments/statements',
  uploads: '/uploads',
  upload: '/uploads/:uploadId',
  rules: '/rules',
  createRule: '/rules/create/:companyId?',
  editRule: '/rules/edit/:ruleId',
  monthlyValues: '/rules/:ruleId/values',
  clients: '/clients',
  importClients: '/clients/import',
  client: '/clients/:clientId',
  products: '/products',
  importProducts: '/products/import',
  product: '/products/:productId',
  facturators: '/facturators',
  emailAccounts: '/email-accounts',
  emailAccountConnected: '/email-accounts/connected',
  editEmailAccount: '/email-accounts/:accountId/edit',
  sharedDocument: '/d/:token',
  /** Where a payer lands whose document's page is shown no more. */
  returnedPayment: '/paid/:order',
  mailPreferences: '/mail-preferences',
  profile: '/profile',
  credentialUse: '/profile/credential-use',
  usage: '/profile/usage',
  closing: '/profile/delete',
  gallery: '/gallery',
} as const

export const NEW_RULE = '/rules/create'
/** What an earlier document says, once more. */
export function repeatPath(id: number): string {
  return `${PATHS.newDocument}?from=${id}`
}

/** A one-off, edited before it leaves: another takes its place. `step`: as of `editRulePath`. */
export function replacePath(id: number, step?: string): string {
  return `${PATHS.newDocument}?replace=${id}${step === undefined ? '' : `&step=${step}`}`
}

/** A monthly rule that says what a document says. */
export function ruleOfDocumentPath(id: number): string {
  return `${NEW_RULE}?from=${id}`
}

/** The switches that stop issuing, on the connections' screen. */
export const STOPS = '/facturators#stops'
/** What only its own pages can do. */
export const SII = 'https://www.sii.cl'

/** One connection's card, with the button that tries its clave at the SII. */
export function connectionPath(id: number): string {
  return `${PATHS.facturators}#${connectionAnchor(id)}`
}

export function connectionAnchor(id: number): string {
  return `connection-${id}`
}

export function documentPath(id: number): string {
  return `/documents/${id}`
}

export function uploadPath(id: number): string {
  return `/uploads/${id}`
}

export function clientPath(id: number): string {
  return `/clients/${id}`
}

export function productPath(id: number): string {
  return `/products/${id}`
}

/** What a client was issued, and what waits for it. */
export function documentsOfPath(rut: string): string {
  return `${PATHS.documents}?${new URLSearchParams({ search: rut })}`
}

/** Where an issued factura is taken back. */
export function notaPath(factura: number): string {
  return `/documents/${factura}/nota`
}

/** A new rule of that company. */
export function newRulePath(company: number): string {
  return `${NEW_RULE}/${company}`
}

/** `step`: where its wizard opens, if that step can be reached. */
export function editRulePath(id: number, step?: string): string {
  return `/rules/edit/${id}${step === undefined ? '' : `?step=${step}`}`
}

export function emailAccountPath(id: number): string {
  return `/email-accounts/${id}/edit`
}

export function monthlyValuesPath(ruleId: number): string {
  return `/rules/${ruleId}/values`
}

/** The login that comes back to the wanted place. */
export function loginPath(wanted: string): string {
  return wanted === PATHS.home ? PATHS.login : `${PATHS.login}?next=${encodeURIComponent(wanted)}`
}

/**
 * `next` is followed only when it is a path of ours: '//evil.cl', '/\evil.cl' and a scheme would
 * all leave the site, and the login itself would turn in a circle.
 */
export function ownPath(next: string | null): string | null {
  if (next === null || !/^\/(?![/\\])/.test(next) || hasControlCharacter(next)) return null
  const base = 'https://folio.invalid'
  const parsed = URL.parse(next, base)
  if (parsed === null || parsed.origin !== base || parsed.pathname === PATHS.login) return null
  // Resolving its dots may have left two slashes at its head, which name another host.
  if (parsed.pathname.startsWith('//')) return null
  return parsed.pathname + parsed.search + parsed.hash
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character <= '\u001f' || character === '\u007f')
}
