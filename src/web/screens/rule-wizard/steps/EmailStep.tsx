import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/rules.ts'
import { templateProblems } from '#domain/template.ts'
import type { EmailAccount, Emission } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/rich-text/RichText.tsx'
import { ConnectButtons, ConnectState } from '../../email-accounts/ConnectButtons.tsx'
import type { ConnectMailbox } from '../../email-accounts/use-connect-mailbox.ts'
import { asWritten } from '../problem-text.ts'
import { wordsProblem } from '../steps.ts'
import type { StepProps } from '../wizard.ts'
import { MailPreview } from './MailPreview.tsx'
import { Recipients } from './Recipients.tsx'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

export interface EmailProps extends StepProps {
  accounts: EmailAccount[]
  mailbox: ConnectMailbox
  emission: Emission | undefined
}

export function EmailStep(props: EmailProps) {
  const { t } = useTranslation()
  return (
    <>
      <StepHead title={t('wizardEmail.title')} lead={t('wizardEmail.lead')} />
      <EmailFields {...props} />
    </>
  )
}

/** Whether the document's mail leaves by itself; and then from where, to whom and with what words. */
export function EmailFields(props: EmailProps) {
  const { t } = useTranslation()
  const { state, onChange } = props
  const isTooLong = wordsProblem(state) !== null
  // They stay until they are left: what is being mended must not go away under the hands.
  const [mendsWords, setMendsWords] = useState(isTooLong)
  return (
    <div className={classes.fields}>
      <Checkbox
        label={t('wizardEmail.automatic')}
        description={t('wizardEmail.automaticHint')}
        checked={state.sendsEmail}
        onChange={({ currentTarget: { checked } }) => {
          setMendsWords(isTooLong)
          onChange((old) => ({ ...old, sendsEmail: checked }))
        }}
      />
      {state.sendsEmail && (
        <>
          <Account {...props} />
          <Recipients state={state} onChange={onChange} />
        </>
      )}
      {(state.sendsEmail || mendsWords) && <Words {...props} />}
    </div>
  )
}

function Account({ state, onChange, accounts, mailbox }: EmailProps) {
  const { t } = useTranslation()
  const account = accounts.find(({ id }) => id === state.emailAccountId)
  return (
    <>
      {accounts.length > 0 && (
        <NativeSelect
          label={t('wizardEmail.account')}
          value={account?.id ?? ''}
          data={[
            { value: '', label: t('wizardEmail.chooseAccount') },
            ...accounts.map(({ id, email_address, state: is }) => ({
              value: String(id),
              label:
                is === 'connected'
                  ? email_address
                  : `${email_address} (${t(`emailAccounts.states.${is}`)})`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange((old) => ({ ...old, emailAccountId: value === '' ? null : Number(value) }))
          }
        />
      )}
      {account === undefined && (
        <div>
          <p className={classes.label}>
            {t(accounts.length === 0 ? 'wizardEmail.connectFirst' : 'wizardEmail.connectOther')}
          </p>
          <ConnectButtons mailbox={mailbox} />
        </div>
      )}
      <ConnectState mailbox={mailbox} />
      {account?.state === 'disconnected' && (
        <Notice
          tone="needsYou"
          title={t('wizardEmail.deadTitle')}
          action={
            <Button
              size="sm"
              disabled={mailbox.isPending}
              onClick={() => mailbox.connect(account.provider, account.id)}
            >
              {t('emailAccounts.reconnect')}
            </Button>
          }
        >
          {t('wizardEmail.deadBody')}
        </Notice>
      )}
    </>
  )
}

function Words({ state, onChange, accounts, emission }: EmailProps) {
  const { t } = useTranslation()
  const account = accounts.find(({ id }) => id === state.emailAccountId)
  const problemOf = (text: string, most: number) => {
    if (text.length > most) return t('wizardEmail.tooLong')
    const unknown = templateProblems(text)
    return unknown.length > 0 && t('wizardEmail.unknown', { names: asWritten(unknown) })
  }
  return (
    <>
      <RichText
        label={t('wizardEmail.subject')}
        isLine
        variables
        value={state.subject}
        error={problemOf(state.subject, MAX_SUBJECT_LENGTH)}
        onChange={(subject) => onChange((old) => ({ ...old, subject }))}
      />
      <RichText
        label={t('wizardEmail.body')}
        description={t('wizardEmail.bodyHint')}
        variables
        value={state.body}
        error={problemOf(state.body, MAX_BODY_LENGTH)}
        onChange={(body) => onChange((old) => ({ ...old, body }))}
      />
      <MailPreview
        subject={state.subject}
        body={state.body}
        account={account}
        month={emission?.service_month ?? state.startDate.slice(0, 7)}
      />
    </>
  )
}
