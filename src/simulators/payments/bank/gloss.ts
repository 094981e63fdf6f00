import { formatRut, rutBody, rutDv, type Rut } from '#domain/rut.ts'
import type { Movement } from './ledger.ts'

/** How one bank describes a movement. */
export type Gloss = (movement: Movement) => string

/** The words of one bank; of a transfer some tell the RUT, some a name, some cut it. */
export interface Words {
  transferIn: (party: { rut: Rut; name: string }) => string
  transferOut: (party: { rut: Rut; name: string }) => string
  cashDeposit: string
  chequeDeposit: string
  payout: string
  fee: string
  reversal: string
  longest?: number
}

export function glossOf(words: Words): Gloss {
  const describe = ({ kind, party, undoes, message }: Movement): string => {
    switch (kind) {
      case 'transferIn':
      case 'transferOut':
        return party === null ? message : words[kind](party)
      case 'reversal':
        return `${words.reversal} ${undoes === null ? '' : describe(undoes)}`.trim()
      default:
        return words[kind]
    }
  }
  return (movement) => describe(movement).slice(0, words.longest)
}

/** '0771767850': ten digits, check digit included. */
export function tenDigits(rut: Rut): string {
  return `${rutBody(rut)}${rutDv(rut)}`.padStart(10, '0')
}

/** '096689310-9'. */
export function nineDigits(rut: Rut): string {
  return `${String(rutBody(rut)).padStart(9, '0')}-${rutDv(rut)}`
}

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
}

export const bancoEstadoWords: Words = {
  transferIn: ({ rut, name }) =>
    `Transferencia desde otro banco de rut ${rut} ${name.split(' ')[0]}`,
  transferOut: ({ rut, name }) => `Transferencia a rut ${rut} ${name.split(' ')[0]}`,
  cashDeposit: 'Depósito en efectivo',
  chequeDeposit: 'Depósito con documento',
  payout: 'Abono Transbank',
  fee: 'Comisión mensual',
  reversal: 'Reverso',
}

export const cuentaRutWords: Words = {
  ...bancoEstadoWords,
  transferIn: ({ name }) => `TEF DE ${plain(name)}`,
  transferOut: ({ name }) => `TEF A ${plain(name)}`,
}

export const santanderWords: Words = {
  transferIn: ({ rut, name }) => `${tenDigits(rut)} Transf. ${name.slice(0, 15)}`,
  transferOut: ({ rut }) => `Transf.Internet a ${formatRut(rut)}`,
  cashDeposit: 'Depósito en Efectivo',
  chequeDeposit: 'Depósito con Documentos',
  payout: 'Abono Ventas TRANSBANK',
  fee: 'Com.Mantención Plan',
  reversal: 'Reversa',
}

export const bancoChileWords: Words = {
  transferIn: ({ name }) => `TRASPASO DE:${plain(name)}`,
  transferOut: ({ name }) => `TRASPASO A:${plain(name)}`,
  cashDeposit: 'DEPOSITO EN EFECTIVO',
  chequeDeposit: 'DEPOSITO CON CHEQUE MISMO BANCO',
  payout: 'PAGO:PROVEEDORES 0966893109',
  fee: 'COMISION MANTENCION PLAN',
  reversal: 'REVERSA',
  longest: 34,
}

export const bciWords: Words = {
  transferIn: ({ rut, name }) => `PAGO RECIBIDO TEF ${nineDigits(rut)} ${plain(name).slice(0, 10)}`,
  transferOut: ({ name }) => `TRANSFERENCIA A ${plain(name)}`,
  cashDeposit: 'DEPOSITO EN EFECTIVO',
  chequeDeposit: 'DEPOSITO CHEQUE/DOCUMENTO BCI',
  payout: 'PAGO RECIBIDO TF2 096689310-9 TRANSBANK',
  fee: 'COMISION MENSUAL',
  reversal: 'REVERSO',
}

export const scotiabankWords: Words = {
  transferIn: ({ rut, name }) => `TRANSFERENCIA DE ${formatRut(rut)} ${plain(name)}`,
  transferOut: ({ name }) => `TRANSFERENCIA A ${plain(name)}`,
  cashDeposit: 'DEPOSITO EN EFECTIVO',
  chequeDeposit: 'DEPOSITO CON DOCUMENTOS',
  payout: 'ABONO TRANSBANK',
  fee: 'COMISION MANTENCION',
  reversal: 'REVERSO',
}

export const itauWords: Words = {
  transferIn: ({ name }) => `Transferencia De ${name}`,
  transferOut: ({ name }) => `Transferencia A ${name}`,
  cashDeposit: 'Depósito Efectivo',
  chequeDeposit: 'Dep.doc. Otros Bancos/48 Hrs',
  payout: 'Abono Transbank',
  fee: 'Comisión Mantención',
  reversal: 'Reverso',
}

export const falabellaWords: Words = {
  transferIn: ({ rut, name }) => `Transferencia recibida ${name} ${rut.replace('-', '')}`,
  transferOut: ({ name }) => `Transferencia enviada ${name}`,
  cashDeposit: 'Depósito en efectivo',
  chequeDeposit: 'Depósito con documento',
  payout: 'Abono Transbank',
  fee: 'Comisión mantención',
  reversal: 'Reverso',
}
