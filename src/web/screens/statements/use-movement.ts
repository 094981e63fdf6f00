import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import { settleClient, unsettleClient } from '#contract/settled-clients.ts'
import {
  keepMovement,
  linkMovement,
  matchMovement,
  reconsiderMovement,
  refuseMovement,
  setMovementAside,
  undoMovement,
} from '#contract/statements.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { statementsChanged } from '#web/api/statements.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { toastUndo } from '#web/ui/undo-toast.tsx'

export type Word =
  | { kind: 'match'; id: number; body: BodyToWrite<typeof matchMovement> }
  | { kind: 'link'; id: number; payment: number }
  | { kind: 'refuse'; id: number; documents: number[]; payment: number | null }
  | { kind: 'settle'; id: number; client: string }
  | { kind: 'unsettle'; id: number }
  | { kind: 'aside'; id: number; why: 'notOfClient' | 'recorded' }
  | { kind: 'undo' | 'keep' | 'reconsider'; id: number }

const SAID = {
  match: 'accepted',
  link: 'accepted',
  refuse: 'proposalRefused',
  aside: 'setAside',
  undo: 'undone',
  keep: 'kept',
  settle: 'settled',
  unsettle: 'unsettled',
  reconsider: 'broughtBack',
} as const

/** A person's word about a movement; what can be taken back is offered so for some seconds. */
export function useMovement(company: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const acting = useMutateAlone({
    mutationFn: (word: Word) => act(company, word),
    onSuccess: (settledId, word) => {
      const said = t(`statements.${SAID[word.kind]}`)
      const back = backFrom(word, settledId)
      if (back === null) return toastSuccess(said)
      return toastUndo(`movement-${word.id}`, said, t('statements.undo'), () => acting.mutate(back))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('statements.actFailed')),
    onSettled: () => statementsChanged(client),
  })
  return acting
}

export type Acting = ReturnType<typeof useMovement>

/** Returns the number of a client's answer. */
async function act(company: number, word: Word): Promise<number | null> {
  if (word.kind === 'settle') {
    const body = { client_rut: word.client }
    return (await send(settleClient, { params: { id: company }, body })).id
  }
  await actOn(word)
  return null
}

function actOn(word: Exclude<Word, { kind: 'settle' }>): Promise<unknown> {
  const params = { id: word.id }
  switch (word.kind) {
    case 'match':
      return send(matchMovement, { params, body: word.body })
    case 'link':
      return send(linkMovement, { params, body: { payment: word.payment } })
    case 'refuse': {
      const { documents, payment } = word
      return send(refuseMovement, { params, body: { documents, payment } })
    }
    case 'undo':
      return send(undoMovement, { params })
    case 'keep':
      return send(keepMovement, { params })
    case 'aside':
      return send(setMovementAside, { params, body: { why: word.why } })
    case 'unsettle':
      return send(unsettleClient, { params })
    case 'reconsider':
      return send(reconsiderMovement, { params })
  }
}

function backFrom({ kind, id }: Word, settledId: number | null): Word | null {
  if (settledId !== null) return { kind: 'unsettle', id: settledId }
  if (kind === 'match' || kind === 'link') return { kind: 'undo', id }
  return kind === 'refuse' || kind === 'aside' ? { kind: 'reconsider', id } : null
}
