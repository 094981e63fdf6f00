import type { DteDocument } from './document.ts'

export interface PrintOptions {
  /** The flattened stamp, `ReadDte.ted`. */
  ted: string
  /** The office printed under the box, e.g. 'SANTIAGO CENTRO'. */
  siiOffice: string
  /** 'Res. 80 de 2014'; certification has number 0. */
  resolution: { number: number; year: number }
  /** Adds the cedible copy as a second page; ignored for types without one. */
  cedible?: boolean
  /** Printed across the top of every page, e.g. that it is a demonstration. */
  banner?: string
}

/** The printed representation as PDF, letter size, text as text (SII manual de muestras impresas 3.0). */
export function printDte(document: DteDocument, options: PrintOptions): Promise<Uint8Array> {
  return Promise.reject(new Error(`not built: ${document.folio}, ${options.ted}`))
}
