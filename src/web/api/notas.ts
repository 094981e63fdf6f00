import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { readNota } from '#contract/notas.ts'
import { language } from '#web/language.ts'
import { send } from './client.ts'

export type NotaOffer = ReplyOf<typeof readNota>
export type NotaWish =
  | { correction: 'annul' }
  | { correction: 'amounts'; neto: number }
  | { correction: 'text'; wrong: string; right: string }

/** Under its factura's own key: what becomes of that makes this old too. */
export function notaQuery(factura: number, wish: NotaWish) {
  return queryOptions({
    // The server's own words are in it.
    queryKey: ['documents', factura, 'nota', wish, language()],
    queryFn: ({ signal }) => send(readNota, { params: { id: factura }, query: wish }, signal),
    placeholderData: keepPreviousData,
  })
}
