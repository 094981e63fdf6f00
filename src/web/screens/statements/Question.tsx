import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatementAnswers, StatementUpload, UploadOf } from '#web/api/statements.ts'
import { FirstRows } from '#web/ui/FirstRows.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ColumnsQuestion } from './ColumnsQuestion.tsx'
import classes from './Upload.module.css'

/** What keeps a file from being taken: a question to answer, or everything that is to be mended in it. */
export function Question({
  name,
  answer,
  onAnswer,
  onCancel,
}: {
  name: string
  answer: StatementUpload
  onAnswer: (part: StatementAnswers) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const cancel = (
    <Button variant="default" onClick={onCancel}>
      {t('statements.cancel')}
    </Button>
  )
  switch (answer.kind) {
    case 'columns':
      return <ColumnsQuestion question={answer} cancel={cancel} onAnswer={onAnswer} />
    case 'sheets':
      return (
        <Choice title={t('statements.sheetsTitle')} cancel={cancel}>
          {answer.sheets.map((sheet) => (
            <Button key={sheet} variant="light" onClick={() => onAnswer({ sheet })}>
              {sheet}
            </Button>
          ))}
        </Choice>
      )
    case 'accounts':
      return (
        <Choice
          title={t('statements.accountsTitle')}
          lead={t('statements.accountsLead')}
          cancel={cancel}
        >
          {answer.accounts.map((account) => (
            <Button
              key={account}
              variant="light"
              className="num"
              onClick={() => onAnswer({ account })}
            >
              {account}
            </Button>
          ))}
        </Choice>
      )
    case 'otherAccount':
      return (
        <Choice
          title={t('statements.otherTitle')}
          lead={t(`statements.otherLead.${answer.why}`, {
            account: answer.account,
            company: answer.company ?? '',
          })}
          cancel={cancel}
        >
          <Button onClick={() => onAnswer({ own_account: true })}>
            {t('statements.otherYes')}
          </Button>
        </Choice>
      )
    case 'sign':
      return (
        <Choice title={t('statements.signTitle')} lead={t('statements.signLead')} cancel={cancel}>
          <FirstRows label={t('statements.preview')} rows={answer.preview.rows} />
          <Button onClick={() => onAnswer({ only_credits: true })}>
            {t('statements.signYes')}
          </Button>
        </Choice>
      )
    case 'faults':
      return <Faults faults={answer} cancel={cancel} onAnswer={onAnswer} />
    default:
      return <Refused name={name} answer={answer} onCancel={onCancel} />
  }
}

function Choice({
  title,
  lead,
  cancel,
  children,
}: {
  title: string
  lead?: string
  cancel: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.question}>
      <div className={classes.words}>
        <h2>{title}</h2>
        {lead !== undefined && <p className="muted">{lead}</p>}
      </div>
      <div className={classes.choices}>
        {children}
        {cancel}
      </div>
    </div>
  )
}

function Refused({
  name,
  answer,
  onCancel,
}: {
  name: string
  answer: StatementUpload
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const reason = answer.kind === 'refused' ? answer.reason : 'noMovements'
  return (
    <Notice
      tone="wrong"
      isAlert
      title={t('statements.refusedTitle', { name })}
      action={
        <Button variant="default" onClick={onCancel}>
          {t('statements.another')}
        </Button>
      }
    >
      {t(`statements.refused.${reason}`)}
    </Notice>
  )
}

/** All at once, each with its place and what to do about it. */
function Faults({
  faults: { faults, total, offers },
  cancel,
  onAnswer,
}: {
  faults: UploadOf<'faults'>
  cancel: ReactNode
  onAnswer: (part: StatementAnswers) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.question}>
      <div className={classes.words} role="alert">
        <h2>{t('statements.faultsTitle', { count: total })}</h2>
        <p className="muted">{t('statements.faultsLead')}</p>
      </div>
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <li key={`${fault.row} ${fault.column}`}>
            <span className={classes.place}>
              {t('statements.faultAt', { row: fault.row, column: fault.column })}
              {fault.heading !== '' && ` · ${fault.heading}`}
            </span>
            {fault.value !== '' && <code>{fault.value}</code>}
            <span>{t(`statements.causes.${fault.cause}`)}</span>
          </li>
        ))}
      </ul>
      {total > faults.length && (
        <p className="muted small">
          {t('statements.faultsMore', { count: total - faults.length })}
        </p>
      )}
      <div className={classes.choices}>
        {offers.includes('month_first') && (
          <Button onClick={() => onAnswer({ date_order: 'month_first' })}>
            {t('statements.monthFirst')}
          </Button>
        )}
        {offers.includes('commas') && (
          <Button onClick={() => onAnswer({ thousands: ',' })}>{t('statements.commas')}</Button>
        )}
        {cancel}
      </div>
    </div>
  )
}
