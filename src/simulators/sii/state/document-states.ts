/**
 * Codes of the lists' ESTADO filter. How the column Estado writes them is known of EMI alone: the other texts
 * follow the codes' meanings.
 */
export const documentStates: Readonly<Record<string, string>> = {
  EMI: 'Documento Emitido',
  PRV: 'Documento en Borrador',
  DCD: 'Certificado Digital Rechazado',
  DEI: 'Rut Emisor Invalido',
  DFI: 'Folio Invalido',
  DIN: 'Documento Incompleto',
  DPF: 'Sin Permiso de Firma',
  DRF: 'Rechazado por Firma',
  DRI: 'Rut Receptor Invalido',
  DRR: 'Rechazado por Repetido',
  INI: 'Documento Inicializado',
  RAC: 'Aceptado por el Receptor',
  RAD: 'Aceptado con Discrepancias',
  RNR: 'Documento No Recibido',
  RRC: 'Documento Recibido',
  RAL: 'Aceptado Ley 19.983',
  RRH: 'Rechazado por el Receptor',
  RSR: 'Recibido sin Reparos',
}

/**
 * The event that the register shows for such a state, as the SII's service for accepting and claiming writes
 * them (Ley 19.983). Which state leads to which event is a guess.
 */
export function receiverEvent(state: string): { code: string; legend: string } | null {
  switch (state) {
    case 'RAC':
    case 'RAD':
      return { code: 'ACD', legend: 'Acepta contenido del documento' }
    case 'RAL':
      return { code: 'ERM', legend: 'Otorga recibo de mercaderías o servicios' }
    case 'RRH':
      return { code: 'RCD', legend: 'Reclamo al contenido del documento' }
    default:
      return null
  }
}
