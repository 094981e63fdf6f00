import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactsQuery } from '#web/api/queries.ts'
import { Pill } from '#web/ui/Pill.tsx'
import type { ChosenClient } from './wizard.ts'

/** Their contacts are asked for: a rule may have 200 clients. */
const MOST_CLIENTS = 3
const MOST_CHIPS = 6

/** Whom the mails go to, each by address: of the first clients, and how many more there are. */
export function RecipientChips({ clients }: { clients: readonly ChosenClient[] }) {
  const { t } = useTranslation()
  const own = (['to', 'cc'] as const).flatMap((copy) =>
    clients.flatMap(({ mailboxes }) =>
      (mailboxes?.[copy] ?? []).map((address) => ({ key: address, copy, address })),
    ),
  )
  const count = clients.reduce(
    (sum, one) => sum + one.emailTo.length + one.emailCc.length,
    own.length,
  )
  const first = clients.filter(({ emailTo, emailCc }) => emailTo.length + emailCc.length > 0)
  const asked = first.slice(0, MOST_CLIENTS)
  const answers = useQueries({ queries: asked.map(({ client }) => contactsQuery(client.id)) })
  const addressOf = new Map(
    answers.flatMap(({ data = [] }) => data.map(({ id, contact }) => [id, contact.email] as const)),
  )
  const chips = asked
    .flatMap(({ emailTo, emailCc }) => [
      ...emailTo.map((id) => ({ id, copy: 'to' as const })),
      ...emailCc.map((id) => ({ id, copy: 'cc' as const })),
    ])
    .flatMap(({ id, copy }) => {
      const address = addressOf.get(id)
      return address === undefined ? [] : { key: String(id), copy, address }
    })
    .concat(own)
    .slice(0, MOST_CHIPS)
  const more = count - chips.length
  return (
    <>
      {chips.map(({ key, copy, address }) => (
        <Pill key={`${copy} ${key}`}>
          {copy === 'to' ? address : t('wizardEmail.ccOf', { address })}
        </Pill>
      ))}
      {more > 0 && (
        <Pill>
          {chips.length === 0
            ? t('wizardEmail.peopleCount', { count: more })
            : t('rules.andMore', { count: more })}
        </Pill>
      )}
    </>
  )
}
