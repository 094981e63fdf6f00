import type { Page } from 'playwright-core'
import { confirmSecondFactor, startSecondFactor } from '#contract/auth.ts'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { rodrigo } from '#simulators/world.ts'
import { totpCode } from '#server/users/second-factor/totp.ts'
import type { City } from '../fixtures/city.ts'
import { button, field } from '../fixtures/hands.ts'
import type { Place } from '../fixtures/place.ts'
import {
  addRule,
  documentOf,
  issueNow,
  login,
  newcomer,
  PASSWORD,
  resident,
  type Resident,
} from '../fixtures/resident.ts'
import type { Stop } from './stop.ts'

/** The profile, with what can stand open on it. */
export async function profileStops(city: City, as: Resident): Promise<Stop[]> {
  await login(city, as.email)
  const stops: Place[] = [
    { name: 'profile', path: '/profile', reach: (page) => isThere(page) },
    {
      name: 'profile-email',
      path: '/profile',
      reach: async (page) => {
        await button(page, 'Cambiar el correo de la cuenta').click()
        const dialog = page.getByRole('dialog')
        await button(dialog, 'Enviar el enlace').click()
        await dialog.getByText('Escribe el correo nuevo').waitFor()
      },
    },
    {
      name: 'profile-block',
      path: '/profile',
      reach: async (page) => {
        await button(page, 'Suspender el uso de tus datos').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'profile-password',
      path: '/profile',
      reach: async (page) => {
        await button(page, 'Cambiar contraseña').click()
        const dialog = page.getByRole('dialog')
        await field(dialog, 'Contraseña nueva').fill('Cuncuna')
        await button(dialog, 'Cambiar contraseña').click()
        await dialog.getByText('Todavía le falta algo de la lista').waitFor()
      },
    },
    {
      name: 'profile-second-factor',
      path: '/profile',
      reach: async (page) => {
        await button(page, 'Activar').click()
        await field(page, 'Contraseña de tu cuenta').fill(PASSWORD)
        await button(page, 'Continuar').click()
        await page.getByRole('img', { name: 'Código QR para tu aplicación' }).waitFor()
      },
    },
    {
      name: 'profile-close-others',
      path: '/profile',
      reach: async (page) => {
        await button(page, 'Cerrar todas las demás').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'credential-use', path: '/profile/credential-use' },
    { name: 'credential-use-everything', path: '/profile/credential-use?about=everything' },
    { name: 'closing', path: '/profile/delete', reach: (page) => canLeave(page) },
    {
      name: 'closing-too-early',
      path: '/profile/delete',
      reach: async (page) => {
        await button(page, 'Eliminar mi cuenta para siempre').click()
        await page.getByText('Escribe la palabra tal como se pide').waitFor()
      },
    },
    { name: 'mail-preferences', path: '/mail-preferences' },
  ]
  return [
    ...stops.map((stop) => ({ ...stop, as })),
    await pendingStop(city),
    await newTermsStop(city),
    ...(await secondFactorStops(city)),
    { name: 'closing-refused', path: '/profile/delete', as: await withOneOnItsWay(city) },
  ]
}

/** A change of address that waits to be confirmed, and data whose use is suspended. */
async function pendingStop(city: City): Promise<Stop> {
  const as = await newcomer(city, 'cambia.de.correo@empresa.example')
  const body = { new_email: 'correo.nuevo@contabilidad.example', current_password: PASSWORD }
  await as.ask('POST', '/auth/users/set_email/', body)
  await as.ask('POST', '/auth/account/blocking/', { password: PASSWORD })
  return {
    name: 'profile-pending',
    path: '/profile',
    as,
    reach: async (page) => {
      await page.getByText(/Falta confirmar/).waitFor()
      await page.getByText(/Suspendido desde/).waitFor()
    },
  }
}

/** Who has not accepted the current version of the terms is asked for it above each screen. */
async function newTermsStop(city: City): Promise<Stop> {
  const as = await newcomer(city, 'terminos.de.antes@empresa.example')
  await city.acceptedTermsOf(as.email, LEGAL_VERSION - 1)
  return {
    name: 'new-terms',
    path: '/profile',
    as,
    reach: (page) => button(page, 'Acepto').waitFor(),
  }
}

/** With two-step verification on: its row, its codes, and the login that asks for one of them. */
async function secondFactorStops(city: City): Promise<Stop[]> {
  const as = await newcomer(city, 'dos.pasos@empresa.example')
  let codes = await turnOn(city, as)
  return [
    {
      name: 'profile-second-factor-on',
      path: '/profile',
      as,
      reach: (page) => page.getByText(/Te quedan \d+ códigos/).waitFor(),
    },
    {
      name: 'profile-second-factor-off',
      path: '/profile',
      as,
      reach: async (page) => {
        await button(page, 'Desactivar').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'profile-codes',
      path: '/profile',
      as,
      reach: async (page) => {
        await button(page, 'Códigos nuevos').click()
        const dialog = page.getByRole('dialog')
        await field(dialog, 'Contraseña de tu cuenta').fill(PASSWORD)
        await field(dialog, 'Código de verificación').fill(codes[0] ?? '')
        await button(dialog, 'Hacer códigos nuevos').click()
        await button(dialog, 'Ya los guardé').waitFor()
        codes = await dialog.getByRole('listitem').allInnerTexts()
      },
    },
    {
      name: 'login-code',
      path: '/login',
      reach: async (page) => {
        await field(page, 'E-mail').fill(as.email)
        await field(page, 'Contraseña').fill(PASSWORD)
        await button(page, 'Iniciar sesión').click()
        await field(page, 'Código de verificación').waitFor()
      },
    },
  ]
}

async function turnOn(city: City, { ask }: Resident): Promise<string[]> {
  const begun = await ask('POST', '/auth/second-factor/', { password: PASSWORD })
  const { secret } = startSecondFactor.reply.parse(begun)
  const otp = totpCode(secret, Math.floor(city.clock.now() / 30_000))
  const made = await ask('POST', '/auth/second-factor/confirm/', { otp })
  return confirmSecondFactor.reply.parse(made).recovery_codes
}

/** Nobody knows yet what became of a document of theirs: such an account can not be deleted. */
async function withOneOnItsWay(city: City): Promise<Resident> {
  const as = await resident(city, rodrigo)
  const rule = await addRule(as)
  city.sii.faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  await issueNow(as, rule)
  await documentOf(as, rule, 'uncertain')
  return as
}

async function canLeave(page: Page): Promise<void> {
  await button(page, 'Eliminar mi cuenta para siempre').waitFor()
}

async function isThere(page: Page): Promise<void> {
  await page.getByText('Esta sesión').waitFor()
}
