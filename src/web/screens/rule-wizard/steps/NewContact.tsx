import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { createContact } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage } from '#web/api/fault.ts'
import type { Contact } from '#web/api/queries.ts'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { isEmail } from '#web/ui/is-email.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './steps.module.css'

interface Props {
  clientId: number
  onCreated: (contact: Contact) => void
  onCancel: () => void
}

const EMPTY = { first_name: '', last_name: '', email: '', role: '' }

/** First name, e-mail and gender are mandatory (spec 5). */
export function NewContact({ clientId, onCreated, onCancel }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(EMPTY)
  const [gender, setGender] = useState<'M' | 'F' | ''>('')
  const [isTried, setIsTried] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const missing = {
    first_name: typed.first_name.trim() === '',
    email: typed.email.trim() === '',
    gender: gender === '',
  }
  const isMissing = Object.values(missing).includes(true)
  const isEmailWrong = !missing.email && !isEmail(typed.email)
  const create = useMutation({
    mutationFn: (chosen: 'M' | 'F') =>
      send(createContact, {
        body: { client: clientId, contact: { ...trimmed(typed), gender: chosen } },
      }),
    onSuccess: (contact) => {
      toastSuccess(t('wizardEmail.contactCreated'))
      onCreated(contact)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('wizardEmail.contactFailed')),
  })
  // What the server finds wrong is drawn later than it is told.
  useEffect(() => {
    if (create.isError) focusFirstWrong(group.current)
  }, [create.isError])
  const submit = () => {
    flushSync(() => setIsTried(true))
    if (isEmailWrong || gender === '' || isMissing) focusFirstWrong(group.current)
    else if (!create.isPending) create.mutate(gender)
  }
  const emailError = () => {
    if (isTried && isEmailWrong) return t('wizard.issuer.emailInvalid')
    return (isTried && missing.email) || fieldMessages(create.error, 'contact')[0]
  }
  // The form around is the wizard's: Enter here makes the contact, Escape gives up.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  const input = (name: keyof typeof EMPTY, label: string) => ({
    label,
    maxLength: 60,
    value: typed[name],
    onKeyDown,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((old) => ({ ...old, [name]: value })),
  })
  const optional = t('wizard.clients.optional')
  return (
    <div
      ref={group}
      className={classes.product}
      role="group"
      aria-label={t('wizardEmail.newContact')}
    >
      <div className={classes.pair}>
        <TextInput
          {...input('first_name', t('wizardEmail.firstName'))}
          error={isTried && missing.first_name}
          autoFocus
        />
        <TextInput {...input('last_name', `${t('wizardEmail.lastName')} (${optional})`)} />
      </div>
      <div className={classes.pair}>
        <TextInput
          {...input('email', t('wizardEmail.contactEmail'))}
          type="email"
          maxLength={254}
          error={emailError()}
        />
        <NativeSelect
          label={t('wizardEmail.gender')}
          value={gender}
          error={isTried && missing.gender}
          data={[
            { value: '', label: t('wizard.issuer.choose') },
            { value: 'F', label: t('wizardEmail.female') },
            { value: 'M', label: t('wizardEmail.male') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            setGender(value === 'F' || value === 'M' ? value : '')
          }
        />
      </div>
      <TextInput {...input('role', `${t('wizardEmail.role')} (${optional})`)} />
      {isTried && isMissing && (
        <p className={classes.wrong} role="alert">
          {t('wizardEmail.contactMissing')}
        </p>
      )}
      <div className={classes.dialogButtons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button size="sm" loading={create.isPending} onClick={submit}>
          {t('wizardEmail.createContact')}
        </Button>
      </div>
    </div>
  )
}

function trimmed(typed: typeof EMPTY): typeof EMPTY {
  const { first_name, last_name, email, role } = typed
  return {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    email: email.trim(),
    role: role.trim(),
  }
}
