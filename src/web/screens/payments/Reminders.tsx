import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchReminders } from '#contract/reminders.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { remindersQuery, type ReminderMail, type Reminders as Shown } from '#web/api/reminders.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Reminders.module.css'

/** A company's reminders: off until its owner has seen the list of what would be sent. */
export function Reminders({ company, isAlone }: { company: Shown['company']; isAlone: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const reminders = useQuery(remindersQuery(company.id))
  const { data } = reminders
  const isOn = data !== undefined && data.first_due_day !== null
  return (
    <section className={classes.card} aria-labelledby={`reminders-${company.id}`}>
      <h2 id={`reminders-${company.id}`}>
        {isAlone ? t('reminders.title') : t('reminders.titleOf', { company: company.name })}
      </h2>
      <p className="muted">{t('reminders.lead')}</p>
      {reminders.isLoadingError && (
        <FaultNotice
          title={t('reminders.loadFailed')}
          fault={reminders.error}
          onRetry={() => void reminders.refetch()}
        />
      )}
      {data !== undefined && (
        <>
          <p aria-live="polite">
            {isOn
              ? t('reminders.isOn', { day: showDay(data.first_due_day ?? '') })
              : t('reminders.isOff')}
          </p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {t(isOn ? 'reminders.seeNext' : 'reminders.seeFirst')}
            </Button>
            {isOn && <SwitchOff reminders={data} />}
          </div>
          <Dialog
            title={t(isOn ? 'reminders.nextTitle' : 'reminders.firstTitle')}
            size="lg"
            opened={isOpen}
            onClose={() => setIsOpen(false)}
          >
            <List reminders={data} isOn={isOn} onClose={() => setIsOpen(false)} />
          </Dialog>
        </>
      )}
    </section>
  )
}

function SwitchOff({ reminders }: { reminders: Shown }) {
  const { t } = useTranslation()
  const change = useSwitch(reminders)
  return (
    <Button
      variant="subtle"
      loading={change.isPending}
      onClick={() => change.mutate({ on: false, seen: '' })}
    >
      {t('reminders.switchOff')}
    </Button>
  )
}

function List({
  reminders,
  isOn,
  onClose,
}: {
  reminders: Shown
  isOn: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const change = useSwitch(reminders, onClose)
  const { mails, more, unreachable } = reminders
  return (
    <div className={classes.list}>
      <p>{t(isOn ? 'reminders.nextLead' : 'reminders.firstLead')}</p>
      {mails.length === 0 && <p className={classes.none}>{t('reminders.none')}</p>}
      <ul className={classes.mails}>
        {mails.map((mail) => (
          <Mail key={`${mail.day} ${mail.documents[0]?.id ?? 0}`} mail={mail} />
        ))}
      </ul>
      {more > 0 && <p className="muted small">{t('reminders.more', { count: more })}</p>}
      {unreachable > 0 && (
        <p className="muted small">{t('reminders.unreachable', { count: unreachable })}</p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t(isOn ? 'actions.close' : 'actions.cancel')}
        </Button>
        {!isOn && (
          <Button
            loading={change.isPending}
            onClick={() => change.mutate({ on: true, seen: reminders.seen })}
          >
            {t('reminders.switchOn')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Mail({ mail }: { mail: ReminderMail }) {
  const { t } = useTranslation()
  return (
    <li className={classes.mail}>
      <div className={classes.head}>
        <strong className="num">{showDay(mail.day)}</strong>
        <span>{mail.client.name}</span>
        <span className="num">
          {showClp(mail.documents.reduce((sum, { open }) => sum + open, 0))}
        </span>
      </div>
      <p className="muted small">{t('reminders.to', { to: mail.to.join(', ') })}</p>
      <details>
        <summary>{mail.subject}</summary>
        <p className={classes.text}>{mail.text}</p>
      </details>
    </li>
  )
}

function useSwitch(reminders: Shown, onDone?: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = remindersQuery(reminders.company.id)
  return useMutateAlone({
    mutationFn: (body: { on: boolean; seen: string }) =>
      send(switchReminders, { params: { id: reminders.company.id }, body }),
    onSuccess: (saved, { on }) => {
      client.setQueryData(queryKey, saved)
      toastSuccess(t(on ? 'reminders.switchedOn' : 'reminders.switchedOff'))
      onDone?.()
    },
    onError: (fault: Error) => {
      toastError(firstMessage(fault) ?? t('payment.failed'))
      void client.invalidateQueries({ queryKey })
    },
  })
}
