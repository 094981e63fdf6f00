import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import type { readSharedDocument } from '#contract/sharing.ts'
import { showClp } from '#texts/formats.ts'
import { IconCheck, IconCopy } from '#web/ui/icons.ts'
import classes from './Pay.module.css'

type Transfer = NonNullable<NonNullable<ReplyOf<typeof readSharedDocument>['payment']>['transfer']>

/** Each part with its own button, because banks' apps ask for them one by one. */
export function Account({ transfer, open }: { transfer: Transfer; open: number }) {
  const { t } = useTranslation()
  const accountType = t(`terms.accountTypes.${transfer.account_type}`)
  const parts: [label: string, shown: string, copied: string][] = [
    [t('pay.bank'), transfer.bank, transfer.bank],
    [t('pay.accountType'), accountType, accountType],
    [t('pay.accountNumber'), transfer.account_number, transfer.account_number],
    [t('pay.holder'), transfer.holder_name, transfer.holder_name],
    [t('pay.rut'), transfer.holder_rut, transfer.holder_rut],
    [t('pay.email'), transfer.email, transfer.email],
    [t('pay.amount'), showClp(open), String(open)],
    [t('pay.reference'), transfer.reference, transfer.reference],
  ]
  const all = parts.map(([label, shown]) => `${label}: ${shown}`).join('\n')
  return (
    <section className={classes.account} aria-label={t('pay.transfer')}>
      <h2 className={classes.title}>{t('pay.transfer')}</h2>
      <dl className={classes.parts}>
        {parts.map(([label, shown, copied]) => (
          <div key={label} className={classes.part}>
            <dt>{label}</dt>
            <dd className={`${classes.value} num`}>
              {shown}
              {copied !== '' && <Copy text={copied} label={t('pay.copy', { what: label })} />}
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton value={all} timeout={3_000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
          >
            {t(copied ? 'pay.copied' : 'pay.copyAll')}
          </Button>
        )}
      </CopyButton>
    </section>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text} timeout={3_000}>
      {({ copied, copy }) => (
        <button
          type="button"
          className={classes.copy}
          aria-label={copied ? t('pay.copied') : label}
          onClick={copy}
        >
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </button>
      )}
    </CopyButton>
  )
}
