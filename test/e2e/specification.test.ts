import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Which test proves which rule of the specification's sections 4 and 5, the route table of section 2, the failures of
 * section 8 and the constants of section 9 that a screen shows. Those of the
 * browser take their width from the run, which is either in npm test and both in the deep run; what no screen shows
 * is proved beside its code.
 */
const PROOFS: [rule: string, file: string, test: string][] = [
  [
    '2 each route and its guard',
    'shell/routes',
    'every address leads where the specification says',
  ],
  [
    '2 a wanted path goes along as next',
    'shell/routes',
    'a guarded address comes back after the login',
  ],
  ['2 a navigation begins at the top', 'shell/frame', 'a new screen begins at its top'],
  ['2 home is for visitors', 'shell/routes', 'every address leads where the specification says'],
  ['2 a rule of that company', 'wizard/begin', 'the company in the address is the one'],
  ['2 the whole page waits under an overlay', 'shell/overlay', 'nothing else can be pressed'],
  ['2 … which goes when it fails', 'shell/overlay', 'a failure gives the page back'],

  [
    '4 connections are loaded once until reset',
    'facturators/facturators',
    'they are asked for once',
  ],
  ['4 the only one becomes active', 'src/server/facturators/routes', 'makes the only one active'],
  ['4 activation loads the page anew', 'facturators/facturators', 'one connection is a label'],
  ['4 … in the other tabs too', 'shell/overlay', 'other tabs follow to the connection'],
  ['4 a refresh five minutes ahead', 'account/session', 'is renewed ahead of time'],
  ['4 never less than zero', 'src/web/session/tokens', 'is at once, never in the past'],
  ['4 refreshes are serialised', 'src/web/session/refresh', 'asks the server once however many'],
  ['4 … between two tabs too', 'account/session', 'two tabs that renew it at the same moment'],
  ['4 a failed refresh logs out', 'account/session', 'and cannot be renewed'],
  ['4 broken tokens are removed', 'account/session', 'tokens that cannot be ours'],
  [
    '4 a 401 is refreshed and retried once',
    'account/session',
    'is renewed in the middle of a form',
  ],
  ['4 login: loading, failure, no connection', 'account/register', 'a wrong password is told once'],
  ['4 login: the saved next', 'account/session', 'waits for the login and is then followed'],
  ['4 login: the onboarding takes its place', 'account/register', 'a wrong password is told once'],
  ['4 login: else the dashboard', 'account/session', 'to another site leads nowhere but home'],
  ['4 register: duplicates are ignored', 'account/register', 'asks for one thing after another'],
  ['4 the account is activated by mail', 'account/activation', 'a link is good once'],
  ['4 reset: form, success', 'account/recovery', 'is replaced once'],
  ['4 reset: failure', 'account/recovery', 'a link that is no good says so'],
  [
    '4 dashboard: no connection, no company',
    'facturators/facturators',
    'the home screen says when no',
  ],
  [
    '4 dashboard: the first company is selected',
    'dashboard/analysis',
    'of several companies the first',
  ],
  ['4 dashboard: a change reads anew', 'dashboard/analysis', 'the home screen shows what the SII'],
  ['2 dashboard: the workbook', 'dashboard/analysis', 'the same is had as a workbook'],
  [
    '4 dashboard: no download while loading',
    'dashboard/analysis',
    'as a workbook once it is loaded',
  ],
  [
    '4 onboarding: a failed reload is ignored',
    'facturators/onboarding',
    'a wrong clave is said plainly',
  ],
  ['4 a rule is paused and activated', 'rules/rules', 'stops a rule and lets it go on'],
  ['4 a pause that failed is taken back', 'rules/rules', 'is taken back, with a word'],
  ['4 a rule is deleted', 'rules/rules', 'asks first, and says what it stops'],
  ['4 a deletion that failed is taken back', 'rules/rules', 'brings the rule back'],
  ['4 the type stays when editing', 'wizard/boleta', 'a saved boleta is edited on the same page'],
  ['4 boletas have one step', 'wizard/boleta', 'a person without companies writes a boleta'],
  ['4 no certificate: a notice', 'wizard/gates', 'without a certificate at the SII'],
  ['4 the certificate leads to the issuer', 'wizard/gates', 'the certificate’s password is asked'],
  ['4 gate of the issuer; its city first', 'wizard/gates', 'the issuer lacks nothing before'],
  [
    '4 another issuer clears, reloads, preselects',
    'wizard/gates',
    'another issuer clears what was',
  ],
  ['4 gate of the clients', 'wizard/gates', 'somebody must be billed'],
  ['4 a missing city only warns', 'wizard/wizard', 'a client without a city only warns'],
  [
    '4 a saved rule fills every step',
    'rules/rules',
    'a rule that is edited keeps what was not touched',
  ],
  ['4 … and falls back', 'wizard/begin', 'and the first ones when they are gone'],
  ['4 a client’s first address with a city', 'wizard/begin', 'the first that has a city'],
  ['4 nothing goes on while it is saved', 'wizard/begin', 'while it is being saved'],
  ['2 client dialog: while data are absent', 'wizard/begin', 'data are on their way'],
  ['4 client dialog', 'wizard/gates', 'a client without activity or address blocks'],
  ['4 accounts: loaded once, a refresh reloads', 'mail/email-accounts', 'they are asked for once'],
  ['4 accounts: a popup, a storage event', 'mail/email-accounts', 'popup connects a mailbox'],
  ['4 accounts: the popup is blocked', 'mail/email-accounts', 'a popup that is blocked'],
  ['4 accounts: the popup is closed at once', 'mail/email-accounts', 'a popup closed at once'],
  [
    '4 accounts: Microsoft in the whole page',
    'mail/email-accounts',
    'Microsoft takes the whole page',
  ],
  ['4 accounts: the new one is selected', 'mail/mail-story', 'a rule sends by itself'],
  ['4 accounts: by the return address', 'mail/mail-story', 'the whole page goes to Microsoft'],
  ['2 the draft is restored', 'wizard/draft', 'what was written is there again'],
  ['2 … and is nobody else’s', 'wizard/draft', 'another person never sees it'],
  ['2 … and is of its own rule', 'wizard/draft', 'changing another rule loses nothing'],
  ['2 the summary', 'wizard/aside', 'each part only once there is something'],
  ['2 … of several clients', 'wizard/aside', 'of several clients the summary counts them'],
  ['2 the foot leads to the legal texts', 'public/public-pages', 'the foot of every page leads'],
  ['2 contact details', 'public/public-pages', 'who we are to be written to'],
  ['2 the stepper only goes back', 'wizard/wizard', 'going back keeps everything'],

  ['5 login: both required', 'account/register', 'asks for what is missing beside it'],
  ['5 register: six toasts in their order', 'account/register', 'asks for one thing after another'],
  ['5 register: the other reading', 'account/register', 'tells while typing what the password'],
  ['5 forgot: required, format', 'account/recovery', 'asks for a real address'],
  ['5 reset: both the same', 'account/recovery', 'is replaced once'],
  ['5 RUT: drawn while typed', 'facturators/onboarding', 'the RUT is drawn while typed'],
  ['5 RUT: check digit, natural person', 'facturators/onboarding', 'a RUT that cannot be'],
  ['5 RUT: modulo 11', 'src/domain/rut', 'agrees with the textbook for every body'],
  ['5 RUT: of a client', 'wizard/gates', 'somebody must be billed'],
  ['5 contact form', 'public/landing', 'says what is missing, goes there'],
  ['5 rule name', 'wizard/wizard', 'the review says nothing before it is counted'],
  ['5 day 1 to 28, for EXACT alone', 'wizard/gates', 'a fixed day is one from 1 to 28'],
  ['5 ten lines, fixed flags, price filled', 'wizard/gates', 'ten lines at most'],
  ['5 new product: name and price', 'wizard/gates', 'ten lines at most'],
  ['5 city of the issuer', 'wizard/gates', 'the issuer lacks nothing before'],
  ['5 client dialog: address, city, activity', 'wizard/gates', 'a client without activity or'],
  ['5 client dialog: one of its activities', 'wizard/gates', 'somebody must be billed'],
  ['5 contact: name, e-mail, gender', 'mail/mail-story', 'a rule sends by itself'],
  ['5 contact: never without a client', 'wizard/boleta', 'nobody is written to before somebody is'],
  ['5 UF: a rate type', 'first-factura', 'from registering to a factura'],

  ['8 login: a toast, with a hint', 'shell/frame', 'a toast stands at the top centre'],
  ['8 register: it is created', 'first-factura', 'from registering to a factura'],
  [
    '8 register: the server’s words, else ours',
    'account/register',
    'says what the server has against',
  ],
  [
    '8 register: the address has an account',
    'account/register',
    'says that the address has an account',
  ],
  ['8 register: no answer', 'account/register', 'loses nothing of what was typed'],
  [
    '8 forgot: the server’s words, else ours',
    'account/recovery',
    'keeps what was typed when the server',
  ],
  ['8 forgot: it was sent', 'account/recovery', 'is the same answer for whoever has no account'],
  ['8 reset: the reason is unknown', 'account/recovery', 'a link that is no good says so'],
  ['8 credentials: a failure', 'facturators/onboarding', 'a failure without a word has ours'],
  ['8 dashboard: the report fails', 'dashboard/analysis', 'the same is had as a workbook'],
  ['8 wizard: what cannot be loaded', 'wizard/gates', 'what cannot be loaded is said in a toast'],
  ['8 wizard: the city of the issuer', 'wizard/gates', 'the issuer lacks nothing before'],
  ['8 wizard: the client’s data', 'wizard/gates', 'somebody must be billed'],
  ['8 wizard: the product', 'wizard/gates', 'ten lines at most'],
  ['8 wizard: the contact', 'wizard/boleta', 'nobody is written to before somebody is'],
  ['8 wizard: the certificate', 'wizard/gates', 'the certificate’s password is asked'],
  ['8 wizard: the rule', 'wizard/wizard', 'a rule that the server does not take'],
  ['8 wizard: a missing city warns', 'wizard/wizard', 'a client without a city only warns'],
  ['8 rules: the list fails', 'rules/rules', 'that cannot be read says so'],
  [
    '8 accounts: Google, saving, deleting',
    'mail/email-accounts',
    'what fails is said, in the words',
  ],

  ['9 toasts: 3 s at the top centre', 'shell/frame', 'a toast stands at the top centre'],
  ['9 login 600 ms, register 1000 ms', 'shell/frame', 'the form of the login enters in 600 ms'],
  ['9 entrances: 800 ms, once, offset 50', 'public/landing', 'lets the parts enter once'],
  ['9 twenty particles', 'public/landing', 'lets the parts enter once'],
  [
    '9 … of 2 to 6 px, 10 to 30 s, 0 to 20 s',
    'src/web/site/particles',
    'within the sizes and times',
  ],
  ['9 when queries are answered', 'public/public-pages', 'how soon they answer'],
  ['9 the name of the report', 'dashboard/analysis', 'the same is had as a workbook'],
  ['9 popup of 500 by 600', 'mail/email-accounts', 'popup connects a mailbox'],
  ['9 the preview has the number 100', 'mail/mail-story', 'a rule sends by itself'],
]

test.each(PROOFS)('%s', (_rule, file, title) => {
  const isOfTheBrowser = !file.startsWith('src/')
  const place = isOfTheBrowser ? import.meta.dirname : join(import.meta.dirname, '../..')
  const text = readFileSync(join(place, `${file}.test.ts`), 'utf8')
  const at = text.indexOf(title)
  expect(at, `${file} has no test that says “${title}”`).toBeGreaterThan(0)
  if (!isOfTheBrowser) return
  const from = text.lastIndexOf('test', at)
  const length = text.slice(at).search(/\n *(test|deepTest)[.(]/)
  const body = text.slice(from, length < 0 ? undefined : at + length)
  expect(body, `${file}: “${title}” at a width of its own`).toMatch(/\bwidth(,| \})|WIDTHS/)
})
