import type { notas as spanish } from '../es/web-notas.ts'
import type { Translation } from '../translation.ts'

export const notas: Translation<typeof spanish> = {
  nota: {
    title: 'Nota de crédito',
    heading: 'Nota de crédito of factura No. {{folio}}',
    lead: 'An issued factura is not erased: another document corrects it. This is how it would look; nothing leaves until you confirm.',
    back: 'Factura No. {{folio}}',
    what: 'What do you want to correct?',
    kinds: { annul: 'Annul all of it', amounts: 'Lower its amount', text: 'Correct a text' },
    kindHints: {
      annul: 'The factura is no longer valid. You can issue another.',
      amounts: 'The factura stands for the difference. {{left}} net are left.',
      text: 'An address or a description, say. The amount stays.',
    },
    neto: 'How much to lower, net',
    netoHint: 'Without IVA. Up to {{left}}.',
    netoMissing: 'Write how much to lower, in pesos without decimals',
    netoTooMuch: '{{left}} net are left to lower',
    reason: 'Reason',
    reasonHint: 'Your client reads it on the document.',
    reasonMissing: 'Write the reason',
    wrong: 'What the factura says',
    wrongHint: 'The mistaken text, just as it is.',
    right: 'What it must say',
    textTitle: 'This nota is made at sii.cl',
    textByHand:
      "We don't know whether the SII's free form takes a nota without an amount, and we don't try it with your factura. Make it with the steps below and tell us its number. The factura stays worth the same.",
    willIssue:
      'A nota de crédito to {{name}} for {{total}} with IVA will be issued at the SII, about factura No. {{folio}}.',
    mail: 'Send it to your client by mail',
    mailHint: 'To the same addresses as the factura: {{addresses}}.',
    moneyTitle: 'You were already paid {{received}}',
    money:
      'With this nota {{excess}} are left over. Once it is issued we will ask whether you give them back or leave them in your client’s favour.',
    order: 'Issue nota de crédito',
    confirmTitle: 'Issue the nota de crédito?',
    confirmAnnul:
      'Factura No. {{folio}} to {{name}} will be annulled by a nota de crédito for {{total}} with IVA. It cannot be undone.',
    confirmAmounts:
      'Factura No. {{folio}} of {{name}} will be lowered by {{total}} with IVA. It cannot be undone.',
    confirm: 'Issue for {{total}}',
    failed: 'The nota de crédito could not be ordered',
    cannotTitle: 'We cannot issue it for you now',
    byHand: 'Make it by hand at sii.cl',
    byHandOpen: 'Would you rather make it yourself at sii.cl?',
    fields: 'What it must say',
    folio: 'Number the SII gave it',
    folioMissing: 'Write the number sii.cl shows',
    record: 'I made it: look for it at the SII',
    recordFailed: 'The nota de crédito could not be noted',
    notOfThis: 'This factura cannot have a nota de crédito now',
    refused: {
      notaOnlyOfIssued: 'Only an issued factura can have a nota de crédito.',
      notaUnderWay:
        'This factura already has a nota de crédito that annuls it, issued or on its way.',
      notaAfterLowering: 'Part of this factura was taken back already: lower what is left.',
      notaTooLarge: 'It is more than what is left of the factura.',
      notaTooSmall: 'It is less than the SII accepts.',
      unknown: 'The SII does not allow this correction.',
    },
  },
}
