import type { SheetContent } from './Sheet.tsx'

/** An invented factura for the pages that show what Folio makes. Its RUTs are nobody's: 55.555.555-5. */
export function sampleSheet(): SheetContent {
  return {
    folio: 1208,
    issueDate: '2026-11-30',
    issuer: {
      rut: '77777777-7',
      name: 'Comercial Arrayán SpA',
      giro: 'Servicios de asesoría contable',
      street: 'Av. Providencia 1208, of. 42',
      commune: 'Providencia',
      city: 'Santiago',
    },
    recipient: {
      rut: '55555555-5',
      name: 'Viña Los Quillayes Ltda.',
      giro: 'Elaboración de vinos',
      street: 'Camino El Peral 350',
      commune: 'Casablanca',
      city: 'Valparaíso',
    },
    lines: [
      {
        key: 1,
        name: 'Asesoría mensual, noviembre 2026',
        description: '',
        quantity: '1',
        price: '$95.000',
        amount: 95_000,
      },
      {
        key: 2,
        name: 'Cierre de libros',
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
