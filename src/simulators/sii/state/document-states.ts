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

/** Events of the SII's service for accepting and claiming (Ley 19.983), as it writes them, and the list's state of each. */
export const receiverEvents = {
  ACD: { legend: 'Acepta contenido del documento', state: 'RAC' },
  ERM: { legend: 'Otorga recibo de mercaderías o servicios', state: 'RAL' },
  RCD: { legend: 'Reclamo al contenido del documento', state: 'RRH' },
  RFP: { legend: 'Reclamo por falta parcial de mercaderías', state: 'RRH' },
  RFT: { legend: 'Reclamo por falta total de mercaderías', state: 'RRH' },
} as const
export type ReceiverEventCode = keyof typeof receiverEvents

export function isReceiverEventCode(code: string): code is ReceiverEventCode {
  return Object.hasOwn(receiverEvents, code)
}

export function isClaim(code: string): boolean {
  return isReceiverEventCode(code) && receiverEvents[code].state === 'RRH'
}

/**
 * The event that the register shows: what the receiver did, or what the list's state says of it. Which state leads to
 * which event is a guess.
 */
export function receiverEvent(
  state: string,
  code: string | null = null,
): { code: string; legend: string } | null {
  const shown = code ?? EVENT_OF_STATE[state]
  if (shown === undefined || !isReceiverEventCode(shown)) return null
  return { code: shown, legend: receiverEvents[shown].legend }
}

const EVENT_OF_STATE: Readonly<Record<string, ReceiverEventCode>> = {
  RAC: 'ACD',
  RAD: 'ACD',
  RAL: 'ERM',
  RRH: 'RCD',
}
