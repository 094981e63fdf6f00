import type { TipoDte } from '#dte/document/document.ts'
import type { Portal } from '../state/portal.ts'

interface Kind {
  /** In the column Documento of the lists. */
  listed: string
  /** Beside the folio, in the form's head and when it has been sent. */
  heading: string
}

const kinds: Record<TipoDte, Kind> = {
  33: { listed: 'Factura Electronica', heading: 'FACTURA ELECTRONICA' },
  34: {
    listed: 'Factura Exenta Electronica',
    heading: 'FACTURA NO AFECTA O EXENTA ELECTRONICA',
  },
  56: { listed: 'Nota de Debito Electronica', heading: 'NOTA DE DEBITO ELECTRONICA' },
  61: { listed: 'Nota de Credito Electronica', heading: 'NOTA DE CREDITO ELECTRONICA' },
}

export function headingOf(tipoDte: TipoDte): string {
  return kinds[tipoDte].heading
}

/** Sources disagree on how the list names a 34. */
export function listedName({ variants }: Portal, tipoDte: TipoDte): string {
  return tipoDte === 34 && variants.exemptName === 'not-affected'
    ? 'Factura No afecta o exenta'
    : kinds[tipoDte].listed
}

export function tipoDteOf(written: string): TipoDte | null {
  switch (written) {
    case '33':
      return 33
    case '34':
      return 34
    case '56':
      return 56
    case '61':
      return 61
    default:
      return null
  }
}

export function isNote(tipoDte: TipoDte | null): boolean {
  return tipoDte === 56 || tipoDte === 61
}
