import type { Page } from 'playwright-core'
import { demoLogins } from '#server/demonstration.ts'
import { ana } from '#simulators/world.ts'
import type { City } from '../fixtures/city.ts'
import { activateWith, button, field, heading } from '../fixtures/hands.ts'
import { answered } from '../fixtures/held-calls.ts'
import { newcomer, PASSWORD, register } from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** What whoever comes for the first time meets, up to the SII's own door. */
export async function doorStops(city: City): Promise<Stop[]> {
  return [...publicStops, ...(await linkStops(city)), ...(await newcomerStops(city))]
}

const CONTACT = '**/api/contact/'
const ACTIVATION = '**/api/auth/users/activation/'
const CREDENTIALS = '**/api/billing-sii/credentials/'

const publicStops: Stop[] = [
  { name: 'landing', path: '/' },
  {
    name: 'landing-contact-wrong',
    path: '/#contacto',
    reach: async (page) => {
      await button(page, 'Enviar mensaje').click()
      await page.getByText('Escribe tu mensaje').waitFor()
    },
  },
  {
    name: 'landing-contact-sent',
    path: '/#contacto',
    reach: async (page) => {
      await write(page)
      await page.getByText('Recibimos tu mensaje.', { exact: false }).waitFor()
    },
  },
  {
    name: 'landing-contact-refused',
    path: '/#contacto',
    reach: async (page) => {
      await page.route(CONTACT, (route) => route.fulfill({ status: 429, json: {} }))
      await write(page)
      await page.getByText('Recibimos varios mensajes seguidos.', { exact: false }).waitFor()
    },
    leave: (page) => page.unroute(CONTACT),
  },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    reach: async (page) => {
      await field(page, 'E-mail').fill('nadie@empresa.example')
      await field(page, 'Contraseña').fill('no-es-esta')
      await button(page, 'Iniciar sesión').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  answered(
    'login-demo',
    '/login',
    '/api/installation/',
    {
      demonstration: true,
      demo_logins: demoLogins,
      mailbox_url: null,
      today: '2026-11-05',
      uf: null,
    },
    (page) =>
      page
        .getByRole('button', { name: /^Entrar como / })
        .first()
        .waitFor(),
  ),
  { name: 'register', path: '/register' },
  {
    name: 'register-short-password',
    path: '/register',
    reach: async (page) => {
      await field(page, 'E-mail').fill('ana@empresa.example')
      await field(page, 'Contraseña').fill('corta')
      await button(page, 'Crear cuenta').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'check-your-mail',
    path: '/register',
    reach: async (page) => {
      await field(page, 'E-mail').fill(`ana.${crypto.randomUUID()}@empresa.example`)
      await field(page, 'Contraseña').fill('Cuncuna-43-verde')
      await field(page, 'Confirmar contraseña').fill('Cuncuna-43-verde')
      await button(page, 'Crear cuenta').click()
      await page.getByText('Revisa tu correo', { exact: true }).waitFor()
    },
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-refused',
    path: '/forgot-password',
    reach: async (page) => {
      await field(page, 'E-mail').fill('ana')
      await button(page, 'Enviar enlace').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    reach: async (page) => {
      await field(page, 'E-mail').fill('ana.munoz@empresa.example')
      await button(page, 'Enviar enlace').click()
      await page.getByText(/^Si .* tiene una cuenta activa/).waitFor()
    },
  },
  { name: 'reset-password', path: '/reset-password/MQ/no-es-un-enlace' },
  {
    name: 'reset-password-failed',
    path: '/reset-password/MQ/no-es-un-enlace',
    reach: async (page) => {
      await field(page, 'Contraseña nueva').fill('Cuncuna-43-verde')
      await field(page, 'Repite la contraseña').fill('Cuncuna-43-verde')
      await button(page, 'Restablecer contraseña').click()
      await page.getByText('No se pudo restablecer la contraseña.').waitFor()
    },
  },
  { name: 'activation', path: '/auth/activate/MQ/no-es-un-enlace' },
  {
    name: 'activation-failed',
    path: '/auth/activate/MQ/no-es-un-enlace',
    reach: async (page) => {
      await activateWith(page, PASSWORD)
      await heading(page, 'Este enlace no sirve').waitFor()
    },
  },
  {
    name: 'activation-wrong-password',
    path: '/auth/activate/MQ/no-es-un-enlace',
    prepare: (page) =>
      page.route(ACTIVATION, (route) =>
        route.fulfill({ status: 400, json: { password: ['La contraseña no es correcta.'] } }),
      ),
    reach: async (page) => {
      await activateWith(page, PASSWORD)
      await page.getByText('Este correo se registró con otra contraseña').waitFor()
    },
    leave: (page) => page.unroute(ACTIVATION),
  },
  {
    name: 'activation-unreachable',
    path: '/auth/activate/MQ/no-es-un-enlace',
    prepare: (page) => page.route(ACTIVATION, (route) => route.fulfill({ status: 500, json: {} })),
    reach: async (page) => {
      await activateWith(page, PASSWORD)
      await page.getByText('No pudimos activar tu cuenta todavía').waitFor()
    },
    leave: (page) => page.unroute(ACTIVATION),
  },
  { name: 'confirm-email', path: '/auth/confirm-email/7-nada' },
  {
    name: 'confirm-email-failed',
    path: '/auth/confirm-email/7-nada',
    reach: async (page) => {
      await button(page, 'Confirmar mi correo').click()
      await heading(page, 'No se pudo cambiar el correo').waitFor()
    },
  },
  {
    name: 'undo-email-failed',
    path: '/auth/undo-email/7-nada',
    reach: async (page) => {
      await button(page, 'Deshacer el cambio').click()
      await page.getByText(/Escríbenos si no puedes entrar/).waitFor()
    },
  },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'shared-gone', path: `/d/${'x'.repeat(43)}` },
  { name: 'not-found', path: '/no-hay-nada' },
]

/** Where the links of our mails end well. Each is good once: whoever comes again needs another. */
async function linkStops(city: City): Promise<Stop[]> {
  const forgetful = 'olvido@empresa.example'
  await newcomer(city, forgetful)
  const activate = async (page: Page) => {
    const email = `nueva.${crypto.randomUUID()}@empresa.example`
    await register(city, email)
    await page.goto((await city.activationPath(email)) ?? '/')
    await activateWith(page, PASSWORD)
    await heading(page, 'Tu cuenta está activa').waitFor()
  }
  return [
    {
      name: 'reset-password-done',
      path: '/forgot-password',
      reach: async (page) => {
        await page.goto((await city.recoveryPath(forgetful)) ?? '/')
        await field(page, 'Contraseña nueva').fill(PASSWORD)
        await field(page, 'Repite la contraseña').fill(PASSWORD)
        await button(page, 'Restablecer contraseña').click()
        await page.getByText('¡Contraseña restablecida!', { exact: false }).waitFor()
      },
    },
    { name: 'activation-done', path: '/login', reach: activate },
    {
      name: 'activation-stale',
      path: '/login',
      reach: async (page) => {
        await activate(page)
        await page.reload()
        await activateWith(page, PASSWORD)
        await heading(page, 'Tu cuenta ya estaba activa').waitFor()
      },
    },
  ]
}

async function newcomerStops(city: City): Promise<Stop[]> {
  const as = await newcomer(city, 'nueva@empresa.example')
  return [
    { name: 'onboarding', path: '/onboarding/sii', as },
    {
      name: 'onboarding-invalid-rut',
      path: '/onboarding/sii',
      as,
      reach: async (page) => {
        await field(page, 'RUT').fill('15.151.515-1')
        await button(page, 'Conectar con el SII').click()
        await page.getByText('RUT inválido').waitFor()
      },
    },
    {
      name: 'onboarding-refused',
      path: '/onboarding/sii',
      as,
      reach: async (page) => {
        await page.route(CREDENTIALS, (route) =>
          route.fulfill({ status: 400, json: { detail: 'El SII no aceptó el RUT o la clave.' } }),
        )
        await field(page, 'RUT').fill(ana.rut)
        await field(page, 'Clave tributaria').fill(ana.clave)
        await button(page, 'Conectar con el SII').click()
        await page.getByRole('main').getByRole('alert').waitFor()
      },
      leave: (page) => page.unroute(CREDENTIALS),
    },
    {
      name: 'identity',
      isWaiting: true,
      path: '/onboarding/sii',
      as,
      reach: askWho,
      leave: (page) => page.unroute(CREDENTIALS),
    },
    {
      name: 'identity-wrong',
      isWaiting: true,
      path: '/onboarding/sii',
      as,
      reach: async (page) => {
        await askWho(page)
        const dialog = page.getByRole('dialog')
        await field(dialog, 'Contraseña').fill('no-es-esta')
        await button(dialog, 'Confirmar').click()
        await dialog.getByText('La contraseña no es correcta.').waitFor()
      },
      leave: (page) => page.unroute(CREDENTIALS),
    },
  ]
}

/** As the server answers once the account's password was given too long ago. */
async function askWho(page: Page): Promise<void> {
  await page.route(CREDENTIALS, (route) =>
    route.fulfill({ status: 403, json: { detail: '', code: 'password_required' } }),
  )
  await field(page, 'RUT').fill(ana.rut)
  await field(page, 'Clave tributaria').fill(ana.clave)
  await button(page, 'Conectar con el SII').click()
  await page.getByRole('dialog', { name: 'Confirma que eres tú' }).waitFor()
}

async function write(page: Page): Promise<void> {
  await field(page, 'Nombre completo').fill('Rosa Ñancupil')
  await field(page, 'E-mail').fill('rosa@empresa.example')
  await field(page, 'Mensaje').fill('¿Emiten boletas de honorarios?')
  await button(page, 'Enviar mensaje').click()
}
