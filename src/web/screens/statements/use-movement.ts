import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import {
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
  | { kind: 'undo' | 'aside' | 'reconsider'; id: number }

const SAID = {
  match: 'accepted',
  link: 'accepted',
  refuse: 'proposalRefused',
  aside: 'setAside',
  undo: 'undone',
  reconsider: 'broughtBack',
} as const

/** A person's word about a movement; what can be taken back is offered so for some seconds. */
export function useMovement() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const acting = useMutateAlone({
    mutationFn: act,
    onSuccess: (_reply, word) => {
      const said = t(`statements.${SAID[word.kind]}`)
      const back = backFrom(word)
      if (back === null) return toastSuccess(said)
      return toastUndo(`movement-${word.id}`, said, t('statements.undo'), () => acting.mutate(back))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('statements.actFailed')),
    onSettled: () => statementsChanged(client),
  })
  return acting
}

export type Acting = ReturnType<typeof useMovement>

function act(word: Word): Promise<unknown> {
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
    case 'aside':
      return send(setMovementAside, { params })
    case 'reconsider':
      return send(reconsiderMovement, { params })
  }
}

function backFrom({ kind, id }: Word): Word | null {
  if (kind === 'match' || kind === 'link') return { kind: 'undo', id }
  return kind === 'refuse' || kind === 'aside' ? { kind: 'reconsider', id } : null
}
