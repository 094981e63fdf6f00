import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startJointPayment } from '#contract/payer-access.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { leaveFor } from '#web/ui/leave-for.ts'
import { toastError } from '#web/ui/toast.ts'
import { Account } from '../Account.tsx'
import pay from '../Pay.module.css'
import { JointDeclare } from './JointDeclare.tsx'
import classes from './Together.module.css'
import { useLookAgain } from './use-look-again.ts'
import type { Listed, ListPage } from './use-together.ts'

/** The sum of what is chosen, and each way to pay it as one. */
export function JointWays({
  payment,
  token,
  issuer,
  chosen,
  onDeclared,
}: ListPage & { chosen: Listed[]; onDeclared: () => void }) {
  const { t } = useTranslation()
  const [isDeclaring, setIsDeclaring] = useState(false)
  const total = chosen.reduce((sum, { open }) => sum + open, 0)
  const documents = chosen.map(({ id }) => id)
  const starting = useStart(token)
  const { online, transfer } = payment
  const isOnline = online.providers.length > 0
  const account = transfer && (
    <Account transfer={{ ...transfer, reference: referenceOf(chosen) }} open={total} />
  )
  return (
    <>
      <p className={classes.sum} aria-live="polite">
        <span>{t('pay.together.sum', { count: chosen.length })}</span>
        <strong className="num">{showClp(total)}</strong>
      </p>
      <div className={pay.online}>
        {online.providers.map(({ connection, provider }, index) => (
          <Button
            key={connection}
            size="md"
            classNames={{ root: pay.way, label: pay.wayLabel }}
            variant={index === 0 ? 'filled' : 'default'}
            loading={starting.isPending && starting.variables.connection === connection}
            onClick={() => starting.mutate({ connection, documents, total })}
          >
            {t(`pay.by.${provider}`, { amount: showClp(total) })}
          </Button>
        ))}
      </div>
      {account === null ? (
        !isOnline && <p className="muted small">{t('pay.noWay', { issuer })}</p>
      ) : (
        <>
          {isOnline ? (
            <details className={pay.folded}>
              <summary>{t('pay.orTransfer')}</summary>
              {account}
            </details>
          ) : (
            account
          )}
          <Button
            size="md"
            variant={isOnline ? 'default' : 'filled'}
            onClick={() => setIsDeclaring(true)}
          >
            {t('pay.declare')}
          </Button>
          <JointDeclare
            token={token}
            issuer={issuer}
            documents={documents}
            total={total}
            opened={isDeclaring}
            onClose={() => setIsDeclaring(false)}
            onDeclared={onDeclared}
          />
        </>
      )}
    </>
  )
}

/** In Spanish in every language: its reader is the issuer. */
function referenceOf(chosen: Listed[]): string {
  return `Folios ${chosen.map(({ folio }) => folio ?? '').join(', ')}`
}

function useStart(token: string) {
  const { t } = useTranslation()
  const lookAgain = useLookAgain(token)
  return useMutateAlone({
    mutationFn: (body: { connection: number; documents: number[]; total: number }) =>
      send(startJointPayment, { params: { token }, body }),
    onSuccess: leaveFor,
    onError: (fault) => {
      toastError(firstMessage(fault) ?? t('payment.failed'))
      lookAgain()
    },
  })
}
