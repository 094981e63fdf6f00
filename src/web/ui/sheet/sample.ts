import i18next from 'i18next'
import type { SheetContent } from './Sheet.tsx'

/** An invented factura for the pages that show what Folio makes. Its RUTs are nobody's: 55.555.555-5. */
export function sampleSheet(): SheetContent {
  const t = i18next.t
  return {
    folio: 1204,
    issueDate: '2026-11-30',
    issuer: {
      rut: '77777777-7',
      name: t('landing.sampleIssuer'),
      giro: t('landing.sampleIssuerGiro'),
      street: t('landing.sampleStreet'),
      commune: 'Providencia',
      city: 'Santiago',
    },
    recipient: {
      rut: '55555555-5',
      name: t('landing.sampleRecipient'),
      giro: t('landing.sampleRecipientGiro'),
      street: t('landing.sampleRecipientStreet'),
      commune: 'Casablanca',
      city: 'Valparaíso',
    },
    lines: [
      {
        key: 1,
        name: t('landing.sampleLine'),
        description: '',
        quantity: '1',
        price: '$95.000',
        amount: 95_000,
      },
      {
        key: 2,
        name: t('landing.sampleLine2'),
        description: '',
        quantity: '2',
        price: '$15.000',
        amount: 30_000,
      },
    ],
    neto: 125_000,
    iva: 23_750,
    total: 148_750,
    uf: null,
  }
}
