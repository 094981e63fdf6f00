import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { settleClaim } from '#contract/document-alarms.ts'
import { dayInChile } from '#domain/day.ts'
import { showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { formatInstant } from '#web/clock.ts'
import { notaPath } from '#web/paths.ts'
import '#web/texts/reaction.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ReactionBadge } from '#web/ui/ReactionBadge.tsx'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { possibleActions } from './possible-actions.ts'
import classes from './Reaction.module.css'

type Receiver = NonNullable<DocumentDetail['receiver']>

/** What the receiver of a factura did with it, as the SII's register says, and what a claim asks of its issuer. */
export function Reaction({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const { receiver } = document
  if (receiver === null) return null
  const { state, claim, claim_until, settled_at, read_at } = receiver
  const says =
    state === 'claimed' && claim !== null
      ? t(`reaction.claims.${claim}`)
      : t(`reaction.says.${state}`, { day: showDay(claim_until) })
  const asks = state === 'claimed' && settled_at === null && document.state === 'issued'
  return (
    <section className={classes.card} aria-labelledby="reaction">
      <div className={classes.heading}>
        <h2 id="reaction">{t('reaction.title')}</h2>
        <ReactionBadge state={state} isOver={state === 'claimed' && !asks} />
      </div>
      {asks ? (
        <Claim document={document} receiver={receiver} says={says} />
      ) : (
        <p className={classes.says}>{says}</p>
      )}
      {settled_at !== null && (
        <p className="muted small">{t('reaction.settled', { day: dayOf(settled_at) })}</p>
      )}
      <Events events={receiver.events} />
      <p className="muted small num">{t('reaction.read', { when: formatInstant(read_at) })}</p>
    </section>
  )
}

/** What it means, and the two ways out: a nota de crédito, or that it is dealt with. */
function Claim({
  document,
  receiver,
  says,
}: {
  document: DocumentDetail
  receiver: Receiver
  says: string
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id } = document
  const settle = useMutateOnce({
    about: receiver.read_at,
    mutationFn: (_: void, key) =>
      send(settleClaim, { params: { id }, body: { events: receiver.events.length }, key }),
    onSuccess: (changed) => client.setQueryData(documentQuery(id).queryKey, changed),
    onError: (fault) => {
      if (!hasStatus(fault, 409)) return toastError(firstMessage(fault) ?? t('reaction.failed'))
      toastWarning(t('reaction.changed'))
      return client.invalidateQueries({ queryKey: documentQuery(id).queryKey })
    },
    onSettled: () => refreshAgenda(client),
  })
  return (
    <div className={classes.claim}>
      <p className={classes.what}>{says}</p>
      <p>{t('reaction.means')}</p>
      <p>{t('reaction.todo')}</p>
      <div className={classes.buttons}>
        {possibleActions(document).includes('nota') && (
          <LinkButton to={notaPath(id)}>{t('reaction.nota')}</LinkButton>
        )}
        <Button variant="default" loading={settle.isPending} onClick={() => settle.mutate()}>
          {t('reaction.settle')}
        </Button>
      </div>
    </div>
  )
}

/** Each with the SII's code and day; where it told none, the day on which it was first seen there. */
function Events({ events }: { events: Receiver['events'] }) {
  const { t } = useTranslation()
  if (events.length === 0) return null
  return (
    <ul className={classes.events} aria-label={t('reaction.history')}>
      {events.map(({ kind, claim, code, text, day, seen_at }) => (
        <li key={`${kind} ${code}`}>
          <span>
            {claim === null ? t(`reaction.events.${kind}`) : t(`reaction.eventClaims.${claim}`)}
            {kind === 'other' && text !== '' && <span lang="es">: {text}</span>}
            {code !== '' && <span className="muted"> ({code})</span>}
          </span>
          <time className="muted small num" dateTime={day ?? seen_at}>
            {day === null ? t('reaction.seen', { day: dayOf(seen_at) }) : showDay(day)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function dayOf(instant: string): string {
  return showDay(dayInChile(Date.parse(instant)))
}
