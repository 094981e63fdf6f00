import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentConnection } from '#web/api/payments.ts'
import { formatInstant } from '#web/clock.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { Trial } from './Trial.tsx'
import { useEnd, useOffer, useTest } from './use-connections.ts'
import classes from './PaymentProviders.module.css'

/** An account in force: whose it is, how its test went, and whether payers are offered it. */
export function ConnectedAccount({
  connection,
  name,
  isDemonstration,
  onReplace,
}: {
  connection: PaymentConnection
  name: string
  isDemonstration: boolean
  onReplace: () => void
}) {
  const { t } = useTranslation()
  const [isRemoving, setIsRemoving] = useState(false)
  const testing = useTest()
  const offering = useOffer(name)
  const ending = useEnd(name, () => setIsRemoving(false))
  const { id, mode: modeName, test_outcome: outcome } = connection
  const mode = t(`providers.modes.${modeName}`)
  const isRehearsal = modeName === 'test' && !isDemonstration
  return (
    <div className={classes.account}>
      <div className={classes.head}>
        <AccountWords account={connection.account} />
        <Pill tone={modeName === 'live' ? 'accent' : 'amber'}>{mode}</Pill>
      </div>
      <p className="small" data-outcome={outcome ?? 'none'}>
        {t(`providers.tested.${outcome ?? 'none'}`, { when: whenOf(connection) })}
      </p>
      {connection.holder_differs && <Notice tone="needsYou">{t('providers.holderDiffers')}</Notice>}
      {isRehearsal ? (
        <p className="muted small">{t('providers.isTest')}</p>
      ) : (
        <Checkbox
          label={t('providers.offered')}
          aria-label={t('providers.offeredOf', { name })}
          description={t('providers.offeredHint')}
          checked={connection.is_offered}
          disabled={offering.isPending || !(connection.can_be_offered || connection.is_offered)}
          onChange={({ currentTarget }) =>
            offering.mutate({ id, isOffered: currentTarget.checked })
          }
        />
      )}
      {modeName === 'test' && <Trial id={id} name={name} mode={mode} />}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          loading={testing.isPending}
          aria-label={t('providers.testOf', { name, mode })}
          onClick={() => testing.mutate(id)}
        >
          {t('providers.test')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('providers.replaceOf', { name, mode })}
          onClick={onReplace}
        >
          {t('providers.replace')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('providers.removeOf', { name, mode })}
          onClick={() => setIsRemoving(true)}
        >
          {t('providers.remove')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('providers.removeTitle', { name })}
        body={t('providers.removeBody')}
        confirm={t('providers.remove')}
        isDangerous
        isBusy={ending.isPending}
        opened={isRemoving}
        onConfirm={() => ending.mutate(id)}
        onClose={() => setIsRemoving(false)}
      />
    </div>
  )
}

function whenOf({ tested_at: at }: PaymentConnection): string {
  return at === null ? '' : formatInstant(at)
}

function AccountWords({ account }: { account: PaymentConnection['account'] }) {
  const { t } = useTranslation()
  return <p className={classes.accountName}>{words()}</p>

  function words(): string {
    switch (account.provider) {
      case 'transbank':
        return account.store_code === null
          ? t('providers.account.transbank', { code: account.commerce_code })
          : t('providers.account.store', { code: account.store_code })
      case 'khipu':
        return t('providers.account.khipu', { id: account.receiver_id })
      case 'fintoc':
        return account.recipient === null
          ? t('providers.account.fintoc')
          : t('providers.account.recipient', {
              number: account.recipient.number,
              rut: account.recipient.holder_rut,
            })
      case 'mercadoPago':
        return t('providers.account.mercadoPago', { id: account.collector_id })
    }
  }
}
