import type { Page } from 'playwright-core'
import type { City } from './city.ts'
import { button, field } from './hands.ts'
import { login, PASSWORD, type Resident } from './resident.ts'
import type { Stop } from './stop.ts'

/** The profile, with what can stand open on it. */
export async function profileStops(city: City, as: Resident): Promise<Stop[]> {
  await login(city, as.email)
  const stops: Omit<Stop, 'as'>[] = [
    { name: 'profile', path: '/profile', reach: (page) => isThere(page) },
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
  return stops.map((stop) => ({ ...stop, as }))
}

async function canLeave(page: Page): Promise<void> {
  await button(page, 'Eliminar mi cuenta para siempre').waitFor()
}

async function isThere(page: Page): Promise<void> {
  await page.getByText('Esta sesión').waitFor()
}
