import type { Page } from 'playwright-core'
import { button, heading } from '../fixtures/hands.ts'
import type { Stop } from './stop.ts'

/** Every piece of the screens in each of its states; open menus and lists are looked at where they are used. */
export const galleryStops: Stop[] = [
  galleryStop('gallery', async (page) => {
    // The editor is fetched apart.
    await page.getByRole('textbox', { name: 'Mensaje', exact: true }).waitFor()
  }),
  galleryStop('gallery-dialog', async (page) => {
    await button(page, 'Abrir un diálogo').click()
    await page.getByRole('dialog', { name: 'Un diálogo' }).waitFor()
  }),
  galleryStop('gallery-toasts', async (page) => {
    await button(page, 'Mostrar un éxito').click()
    await button(page, 'Mostrar una advertencia').click()
    await button(page, 'Mostrar un error').click()
    // None goes away while somebody points at one.
    await page.getByRole('alert').filter({ hasText: 'No se pudo guardar' }).hover()
    await page.getByText('Quedó guardado', { exact: true }).waitFor()
  }),
]

function galleryStop(name: string, reach: (page: Page) => Promise<void>): Stop {
  return {
    name,
    path: '/gallery',
    isWaiting: true,
    reach: async (page) => {
      await heading(page, 'Galería').waitFor()
      await reach(page)
    },
  }
}
