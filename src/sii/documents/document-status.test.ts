import { expect, test } from 'vitest'
import { stateCodeOf } from './document-status.ts'

const states: [string, string | null][] = [
  ['Documento Emitido', 'EMI'],
  ['Borrador', 'PRV'],
  ['Certificado digital rechazado', 'DCD'],
  ['RUT emisor inválido', 'DEI'],
  ['Folio inválido', 'DFI'],
  ['Documento incompleto', 'DIN'],
  ['Sin permiso de firma', 'DPF'],
  ['Rechazado por firma', 'DRF'],
  ['RUT receptor inválido', 'DRI'],
  ['Rechazado por repetido', 'DRR'],
  ['Inicializado', 'INI'],
  ['Aceptado por receptor', 'RAC'],
  ['Aceptado con discrepancias', 'RAD'],
  ['No recibido', 'RNR'],
  ['Recibido por receptor', 'RRC'],
  ['Aceptado Ley 19.983', 'RAL'],
  ['Rechazado por receptor', 'RRH'],
  ['Reclamado', 'RRH'],
  ['Recibido sin objeciones', 'RSR'],
  ['Recibido sin reparos', 'RSR'],
  ['Otra cosa', null],
  ['', null],
]

test.each(states)('"%s" is %s', (text, code) => {
  expect(stateCodeOf(text)).toBe(code)
})
