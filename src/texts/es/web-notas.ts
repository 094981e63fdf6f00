/** Taking an issued factura back. */
export const notas = {
  nota: {
    title: 'Nota de crédito',
    heading: 'Nota de crédito de la factura N° {{folio}}',
    lead: 'Una factura emitida no se borra: se corrige con otro documento. Así se vería; nada sale hasta que confirmes.',
    back: 'Factura N° {{folio}}',
    what: '¿Qué quieres corregir?',
    kinds: { annul: 'Anularla completa', amounts: 'Rebajar el monto' },
    kindHints: {
      annul: 'La factura deja de valer. Puedes emitir otra.',
      amounts: 'La factura vale por la diferencia. Quedan {{left}} netos.',
    },
    neto: 'Cuánto rebajar, neto',
    netoHint: 'Sin IVA. Hasta {{left}}.',
    netoMissing: 'Escribe cuánto rebajar, en pesos sin decimales',
    netoTooMuch: 'Quedan {{left}} netos por rebajar',
    reason: 'Motivo',
    reasonHint: 'Lo lee tu cliente en el documento.',
    reasonMissing: 'Escribe el motivo',
    willIssue:
      'Se emitirá en el SII una nota de crédito a {{name}} por {{total}} con IVA, sobre la factura N° {{folio}}.',
    order: 'Emitir nota de crédito',
    confirmTitle: '¿Emitir la nota de crédito?',
    confirmAnnul:
      'La factura N° {{folio}} a {{name}} quedará anulada con una nota de crédito por {{total}} con IVA. No se puede deshacer.',
    confirmAmounts:
      'A la factura N° {{folio}} de {{name}} se le rebajarán {{total}} con IVA. No se puede deshacer.',
    confirm: 'Emitir por {{total}}',
    failed: 'No se pudo pedir la nota de crédito',
    cannotTitle: 'Ahora no podemos emitirla por ti',
    byHand: 'Hacerla a mano en sii.cl',
    byHandOpen: '¿Prefieres hacerla tú en sii.cl?',
    fields: 'Lo que debe decir',
    folio: 'Número que le dio el SII',
    folioMissing: 'Escribe el número que muestra sii.cl',
    record: 'Ya la hice: buscarla en el SII',
    recordFailed: 'No se pudo anotar la nota de crédito',
    notOfThis: 'Esta factura no puede tener una nota de crédito ahora',
    refused: {
      notaOnlyOfIssued: 'Solo una factura emitida puede tener una nota de crédito.',
      notaUnderWay: 'Esta factura ya tiene una nota de crédito que la anula, emitida o en camino.',
      notaAfterLowering: 'A esta factura ya se le rebajó una parte: rebaja lo que queda.',
      notaTooLarge: 'Es más de lo que queda de la factura.',
      notaTooSmall: 'Es menos de lo que el SII acepta.',
      unknown: 'El SII no admite esta corrección.',
    },
  },
} as const
